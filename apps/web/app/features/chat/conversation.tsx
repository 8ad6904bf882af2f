import { Button, Group, Text } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { useRevalidator } from "@remix-run/react";
import IconRefresh from "@tabler/icons-react/dist/esm/icons/IconRefresh.mjs";
import { useRef } from "react";
import { useTranslations } from "use-intl/react";
import type { Failure } from "~/ui/failure";
import { FailureNotice } from "~/ui/failure-notice";
import { useOutOfCredits } from "../credits/out-of-credits";
import { NotConfigured } from "../generation/generation-notices";
import { useReasonText } from "../generation/use-reason-text";
import { Composer } from "./composer";
import classes from "./conversation.module.css";
import type { StoredMessage } from "./conversation-state";
import { EmptyConversation } from "./empty-conversation";
import { MessageLog, ReplyStatus } from "./message-log";
import { MessageView } from "./message-view";
import { useConversation, useConversationDrafts, useReplyPolling } from "./use-conversation";

interface ConversationProps {
  sessionId: string | null;
  messages: readonly StoredMessage[];
  isConfigured: boolean;
  onTurnEnd: (sessionId: string) => void;
}

export function Conversation(props: ConversationProps) {
  const { revalidate } = useRevalidator();
  const { offer } = useOutOfCredits();
  const reason = useReasonText();
  const drafts = useConversationDrafts(props.sessionId);
  const conversation = useConversation(props);
  const { messages, isReplying, failure } = conversation;
  const log = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);

  const last = messages.at(-1);
  const lastUserMessage = messages.findLast(({ role }) => role === "user");
  const messageWithoutReply = !isReplying && last?.role === "user" ? last : null;
  useReplyPolling(failure?.kind === "cutOff" || (messageWithoutReply?.answerPending === true && failure === null));

  const scrollToEnd = () => log.current?.scrollTo({ top: 0 });
  const send = (message: string, replaces: string | undefined, restoreInput: () => void) => {
    field.current?.focus();
    scrollToEnd();
    const onRefused = (refusal: Failure) => {
      restoreInput();
      if (refusal.kind === "outOfCredits") offer();
    };
    void conversation.send({ message, replaces, onRefused });
  };
  const onSend = () => {
    const message = drafts.message;
    drafts.setMessage("");
    send(message, undefined, () => drafts.restoreMessage(message));
  };
  const onResend = (messageId: string, text: string) => {
    drafts.setEdit(null);
    send(text, messageId, () => drafts.setEdit({ messageId, text }));
  };
  const stop = () => {
    conversation.stop();
    field.current?.focus();
  };
  useHotkeys(isReplying ? [["Escape", stop]] : [], []);

  const retry = () => {
    if (lastUserMessage?.id) send(lastUserMessage.content, lastUserMessage.id, () => undefined);
  };
  const canRetry = !isReplying && typeof lastUserMessage?.id === "string";
  return (
    <div className={classes["conversation"]}>
      <MessageLog
        logRef={log}
        onJump={() => {
          scrollToEnd();
          field.current?.focus();
        }}
      >
        {messages.length === 0 ? (
          <EmptyConversation
            onChoose={(prompt) => {
              drafts.setMessage(prompt);
              field.current?.focus();
            }}
          />
        ) : null}
        {messages.map((message) => (
          <MessageView
            key={message.key}
            message={message}
            isLast={message === last}
            isStreaming={isReplying && message === last}
            editText={!isReplying && drafts.edit?.messageId === message.id ? (drafts.edit?.text ?? null) : null}
            canEdit={!isReplying && message.role === "user" && message.id !== null}
            onEdit={(text) =>
              drafts.setEdit(message.id === null || text === null ? null : { messageId: message.id, text })
            }
            onResend={(text) => message.id !== null && onResend(message.id, text)}
            onRetry={canRetry && message === last && message.role === "assistant" ? retry : null}
          />
        ))}
        {messageWithoutReply ? (
          <MissingReplyNotice
            isPending={messageWithoutReply.answerPending}
            // With a failure, its notice shows the charge.
            creditsCharged={failure === null ? messageWithoutReply.creditsUsed : null}
            onRetry={canRetry ? retry : null}
          />
        ) : null}
      </MessageLog>
      {props.isConfigured ? null : <NotConfigured part="chat" />}
      <ReplyStatus isReplying={isReplying} hasReplied={conversation.turns > 0 && failure === null} />
      {failure ? (
        <FailureNotice
          failure={failure.kind === "refused" ? { kind: "refused", message: reason(failure.message) } : failure}
        >
          {failure.kind === "refused" && failure.creditsCharged !== undefined ? (
            <ChargeLine creditsCharged={failure.creditsCharged} />
          ) : null}
          {failure.kind === "stopped" ? <ShowFullReplyButton onClick={revalidate} /> : null}
        </FailureNotice>
      ) : null}
      <Composer
        draft={drafts.message}
        onDraft={drafts.setMessage}
        onSend={onSend}
        isReplying={isReplying}
        onStop={stop}
        fieldRef={field}
      />
    </div>
  );
}

function ShowFullReplyButton({ onClick }: { onClick: () => void }) {
  const t = useTranslations("chat");
  return (
    <Button variant="white" size="compact-xs" onClick={onClick}>
      {t("showWhole")}
    </Button>
  );
}

interface MissingReplyNoticeProps {
  /** The reply is still being generated. */
  isPending: boolean;
  /** Null if the charge is shown elsewhere. */
  creditsCharged: number | null;
  onRetry: (() => void) | null;
}

/** Shown in place of a reply that is pending or that failed. */
function MissingReplyNotice({ isPending, creditsCharged, onRetry }: MissingReplyNoticeProps) {
  const t = useTranslations("chat");
  return (
    <Group gap="sm">
      <div>
        <Text size="sm" c="dimmed">
          {isPending ? t("replyPending") : t("noReply")}
        </Text>
        {isPending || creditsCharged === null ? null : <ChargeLine creditsCharged={creditsCharged} />}
      </div>
      {onRetry ? (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={onRetry}
        >
          {t("askAgain")}
        </Button>
      ) : null}
    </Group>
  );
}

function ChargeLine({ creditsCharged }: { creditsCharged: number }) {
  const t = useTranslations("chat");
  return (
    <Text size="sm" mt={4}>
      {creditsCharged === 0 ? t("notCharged") : t("charged", { credits: creditsCharged })}
    </Text>
  );
}
