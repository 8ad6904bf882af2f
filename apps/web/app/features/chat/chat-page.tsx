import type { ApiOutputs } from "@app/api/root";
import { Button, Group, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useLocation, useNavigate, useNavigation, useRevalidator } from "@remix-run/react";
import IconMessages from "@tabler/icons-react/dist/esm/icons/IconMessages.mjs";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { SideDrawer } from "~/ui/lazy-dialogs";
import classes from "./chat-page.module.css";
import { Conversation } from "./conversation";
import type { StoredMessage } from "./conversation-state";
import { ConversationSkeleton } from "./message-log";
import { SessionList, type SessionListProps } from "./session-list";

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

/** The session of another conversation that is being loaded; null while none is. */
function useLoadingSessionId(conversationKey: string): string | null {
  const { location } = useNavigation();
  const chats = `${useLocalePath()("/chat")}/`;
  if (!location?.pathname.startsWith(chats)) return null;
  const state: { conversationKey?: string } | null = location.state;
  const sessionId = location.pathname.slice(chats.length);
  return (state?.conversationKey ?? sessionId) === conversationKey ? null : sessionId;
}

interface ChatHeaderProps {
  /** Undefined for a chat that has not begun. */
  title: string | undefined;
  model: string | undefined;
  list: SessionListProps;
}

/** Which chat is open and which model answers in it. */
function ChatHeader({ title, model, list }: ChatHeaderProps) {
  const t = useTranslations("chat");
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm" mih={34}>
      <div style={{ minWidth: 0 }}>
        <Title order={1} size="h4" lineClamp={1} style={{ overflowWrap: "anywhere" }}>
          {title ?? t("newChat")}
        </Title>
        {model ? (
          <Text size="xs" c="dimmed" truncate>
            {t("model", { model })}
          </Text>
        ) : null}
      </div>
      <SessionDrawer {...list} />
    </Group>
  );
}

/** The list of chats where there is no room for it beside the conversation. */
function SessionDrawer(list: SessionListProps) {
  const t = useTranslations("chat");
  const [isOpen, drawer] = useDisclosure(false);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        hiddenFrom="md"
        style={{ flexShrink: 0 }}
        leftSection={<IconMessages size={16} aria-hidden />}
        onClick={drawer.open}
      >
        {t("chats")}
      </Button>
      <SideDrawer
        opened={isOpen}
        onClose={drawer.close}
        title={t("chats")}
        size="xs"
        closeButtonProps={{ "aria-label": t("close") }}
      >
        <SessionList {...list} onChoose={drawer.close} />
      </SideDrawer>
    </>
  );
}
