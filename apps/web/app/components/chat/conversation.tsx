import { useRef, useState } from "react";
import { FailureNotice } from "../failure/failure-notice";
import classes from "./chat-page.module.css";
import { Composer } from "./composer";
import type { ShownMessage } from "./conversation-state";
import { MessageLog } from "./message-log";
import { useConversation } from "./use-conversation";

interface ConversationProps {
  sessionId: string | null;
  messages: readonly ShownMessage[];
  onTurnEnd: (sessionId: string) => void;
}

/** The messages and the composer below them. */
export function Conversation({ sessionId, messages, onTurnEnd }: ConversationProps) {
  const [draft, setDraft] = useState("");
  const log = useRef<HTMLDivElement>(null);
  const conversation = useConversation({
    sessionId,
    messages,
    onTurnEnd,
    // Someone who has begun the next message meanwhile keeps that one.
    onRefused: (message) => setDraft((current) => current || message),
  });
  const onSend = () => {
    setDraft("");
    log.current?.scrollTo({ top: 0 });
    void conversation.send(draft);
  };
  return (
    <div className={classes["conversation"]}>
      <MessageLog messages={conversation.messages} isAnswering={conversation.isAnswering} logRef={log} />
      {conversation.failure ? <FailureNotice failure={conversation.failure} /> : null}
      <Composer
        draft={draft}
        onDraft={setDraft}
        onSend={onSend}
        isAnswering={conversation.isAnswering}
        onStop={conversation.stop}
      />
    </div>
  );
}
