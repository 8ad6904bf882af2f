import type { ApiOutputs } from "@app/api/root";
import { useLocation, useNavigate, useRevalidator } from "@remix-run/react";
import { useLocalePath } from "~/i18n/use-locale-path";
import { ChatHeader } from "./chat-header";
import classes from "./chat-page.module.css";
import { Conversation } from "./conversation";
import { ConversationSkeleton } from "./conversation-skeleton";
import type { StoredMessage } from "./conversation-state";
import { SessionList } from "./session-list";
import { useLoadingSessionId } from "./use-opening";

interface ChatPageProps {
  sessions: ApiOutputs["chat"]["sessions"];
  /** Null for a chat that has not begun. */
  transcript: ApiOutputs["chat"]["session"] | null;
  /** When the page was made, which says what "today" is. */
  now: Date;
  isConfigured: boolean;
}

const NO_MESSAGES: readonly StoredMessage[] = [];

/** The chats and the one that is open. */
export function ChatPage({ sessions, transcript, now, isConfigured }: ChatPageProps) {
  const path = useLocalePath();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const sessionId = transcript?.id ?? null;
  const conversationKey = useConversationKey(sessionId);
  const opening = useLoadingSessionId(conversationKey);
  const onTurnEnd = (endedIn: string) => {
    if (sessionId === endedIn) return revalidate();
    // A new chat has its address now. The key goes along, so that what is on the screen stays.
    return navigate(path(`/chat/${endedIn}`), { replace: true, state: { conversationKey } });
  };
  const list = { first: sessions, now, currentId: opening ?? sessionId };
  return (
    <div className={classes["page"]}>
      <div className={classes["sessions"]}>
        <SessionList {...list} />
      </div>
      <div className={classes["main"]}>
        <ChatHeader
          title={opening === null ? transcript?.title : sessions.items.find(({ id }) => id === opening)?.title}
          model={opening === null ? transcript?.model : undefined}
          list={list}
        />
        {opening === null ? (
          <Conversation
            key={conversationKey}
            sessionId={sessionId}
            messages={transcript?.messages ?? NO_MESSAGES}
            isConfigured={isConfigured}
            onTurnEnd={onTurnEnd}
          />
        ) : (
          <ConversationSkeleton />
        )}
      </div>
    </div>
  );
}

/** What tells one conversation from another: its session, or for a new one its visit. */
function useConversationKey(sessionId: string | null): string {
  const location = useLocation();
  const state: { conversationKey?: string } | null = location.state;
  return state?.conversationKey ?? sessionId ?? `new-${location.key}`;
}
