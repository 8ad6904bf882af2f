import type { ApiOutputs } from "@app/api/root";
import type { TextModel } from "@app/core/chat/text-models";
import { Button, Group, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useLocation, useNavigation } from "@remix-run/react";
import IconMessage from "@tabler/icons-react/dist/esm/icons/IconMessage.mjs";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { useTRPC } from "~/trpc/client";
import { SideDrawer } from "~/ui/lazy-dialogs";
import { useNavigateFromHere } from "~/ui/use-navigate-from-here";
import { useNotifyFailure } from "~/ui/use-notify-done";
import { useReloadData } from "~/ui/use-reload-data";
import classes from "./chat-page.module.css";
import { Conversation } from "./conversation";
import type { StoredMessage } from "./conversation-state";
import { EarlierMessages } from "./earlier-messages";
import { ConversationSkeleton } from "./message-log";
import { SessionList, type SessionListProps } from "./session-list";

interface ChatPageProps {
  sessions: ApiOutputs["chat"]["sessions"];
  /** Null for a new chat. */
  transcript: ApiOutputs["chat"]["session"] | null;
  /** When the page was rendered; decides which day is "today". */
  now: Date;
  isConfigured: boolean;
  /** The text models to choose from, the default first. */
  models: readonly TextModel[];
  pinned: ApiOutputs["chat"]["pinned"];
}

const NO_MESSAGES: readonly StoredMessage[] = [];

/** The list of chats and the open conversation. */
export function ChatPage({ sessions, pinned, transcript, now, isConfigured, models }: ChatPageProps) {
  const path = useLocalePath();
  const navigate = useNavigateFromHere();
  const reloadData = useReloadData();
  const sessionId = transcript?.id ?? null;
  const conversationKey = useConversationKey(sessionId);
  const loadingSessionId = useLoadingSessionId(conversationKey);
  const showVersion = useShowVersion(sessionId);
  // A new chat has a URL before its answer begins. Passing the key along keeps the conversation mounted.
  const onTurnStart = (startedId: string) =>
    void navigate(path(`/chat/${startedId}`), { replace: true, preventScrollReset: true, state: { conversationKey } });
  const list = { first: sessions, pinned, now, currentId: loadingSessionId ?? sessionId };
  return (
    <div className={classes["page"]}>
      <div className={classes["sessions"]}>
        <SessionList {...list} />
      </div>
      <div className={classes["main"]}>
        <ChatHeader
          title={
            loadingSessionId === null
              ? transcript?.title
              : // Empty where it is not known yet: it is no new chat.
                ([...pinned, ...sessions.items].find(({ id }) => id === loadingSessionId)?.title ?? "")
          }
          model={loadingSessionId === null ? transcript?.model : undefined}
          list={list}
        />
        {loadingSessionId === null ? (
          <Conversation
            key={conversationKey}
            sessionId={sessionId}
            messages={transcript?.messages ?? NO_MESSAGES}
            earlier={
              transcript?.hasEarlier ? (
                <EarlierMessages sessionId={transcript.id} shown={transcript.messages.length} />
              ) : null
            }
            isConfigured={isConfigured}
            models={models}
            onTurnStart={onTurnStart}
            onTurnEnd={() => reloadData()}
            onShowVersion={showVersion}
          />
        ) : (
          <ConversationSkeleton />
        )}
      </div>
    </div>
  );
}

/** Shows another version of a message, and loads what followed it. */
function useShowVersion(sessionId: string | null): (messageId: string) => void {
  const trpc = useTRPC();
  const reloadData = useReloadData();
  const notifyFailure = useNotifyFailure();
  const { mutate } = useMutation(
    trpc.chat.showVersion.mutationOptions({
      onSettled: () => reloadData(),
      onError: notifyFailure,
    }),
  );
  return (messageId) => sessionId !== null && mutate({ sessionId, messageId });
}

/** Identifies the conversation on the page: its session id, or the location's key for a new chat. */
function useConversationKey(sessionId: string | null): string {
  const location = useLocation();
  const state: { conversationKey?: string } | null = location.state;
  return state?.conversationKey ?? sessionId ?? `new-${location.key}`;
}

/** The id of another chat that is being loaded, or null. */
function useLoadingSessionId(conversationKey: string): string | null {
  const { location } = useNavigation();
  const chatPrefix = `${useLocalePath()("/chat")}/`;
  if (!location?.pathname.startsWith(chatPrefix)) return null;
  const state: { conversationKey?: string } | null = location.state;
  const sessionId = location.pathname.slice(chatPrefix.length);
  return (state?.conversationKey ?? sessionId) === conversationKey ? null : sessionId;
}

interface ChatHeaderProps {
  /** Undefined for a new chat. */
  title: string | undefined;
  model: string | undefined;
  list: SessionListProps;
}

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

/** The list of chats on narrow screens. */
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
        leftSection={<IconMessage size={16} aria-hidden />}
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
