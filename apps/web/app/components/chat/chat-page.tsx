import type { ApiOutputs } from "@app/api/root";
import { Group, Title } from "@mantine/core";
import { useLocation, useNavigate, useRevalidator } from "@remix-run/react";
import { useLocalePath } from "~/i18n/use-locale-path";
import classes from "./chat-page.module.css";
import { Conversation } from "./conversation";
import { SessionDrawer } from "./session-drawer";
import { SessionList } from "./session-list";

interface ChatPageProps {
  sessions: ApiOutputs["chat"]["sessions"];
  /** Null for a chat that has not begun. */
  transcript: ApiOutputs["chat"]["session"] | null;
}

/** The chats and the one that is open. */
export function ChatPage({ sessions, transcript }: ChatPageProps) {
  const path = useLocalePath();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const sessionId = transcript?.id ?? null;
  const conversationKey = useConversationKey(sessionId);
  const onTurnEnd = (endedIn: string) => {
    if (sessionId === endedIn) return revalidate();
    // A new chat has its address now. The key goes along, so that what is on the screen stays.
    return navigate(path(`/chat/${endedIn}`), { replace: true, state: { conversationKey } });
  };
  return (
    <div className={classes["page"]}>
      <div className={classes["sessions"]}>
        <SessionList first={sessions} currentId={sessionId} />
      </div>
      <div className={classes["conversation"]}>
        <Group justify="space-between" wrap="nowrap" gap="sm">
          <Title order={1} size="h4" lineClamp={1} style={{ overflowWrap: "anywhere" }}>
            {transcript?.title ?? "New chat"}
          </Title>
          <SessionDrawer first={sessions} currentId={sessionId} />
        </Group>
        <Conversation
          key={conversationKey}
          sessionId={sessionId}
          messages={transcript?.messages ?? []}
          onTurnEnd={onTurnEnd}
        />
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
