import { useRef, useState } from "react";
import { useDraft } from "../submission/use-draft";

/** A message of the reader's while it is changed. */
interface EditDraft {
  messageId: string;
  text: string;
}

/** What the reader is writing in a conversation, kept on the way to a checkout and back. */
export function useConversationDrafts(sessionId: string | null) {
  // A new chat that gets its address keeps the name: what is being written goes on.
  const [name] = useState(sessionId ?? "new");
  const [message, setMessage] = useDraft(`chat.message.${name}`, "");
  const [edit, setEdit] = useDraft<EditDraft | null>(`chat.edit.${name}`, null);
  const latest = useRef(message);
  latest.current = message;
  /** Gives a message back to the field; someone who has begun the next one meanwhile keeps that one. */
  const takeBack = (refused: string) => {
    if (latest.current === "") setMessage(refused);
  };
  return { message, setMessage, takeBack, edit, setEdit };
}
