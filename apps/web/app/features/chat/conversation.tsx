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
import { AnswerStatus, MessageLog } from "./message-log";
import { MessageView } from "./message-view";
import { useAnswerPolling, useConversation, useConversationDrafts } from "./use-conversation";

interface ConversationProps {
  sessionId: string | null;
  messages: readonly StoredMessage[];
  isConfigured: boolean;
  onTurnEnd: (sessionId: string) => void;
}

/** The messages and the composer below them. */
export function Conversation(props: ConversationProps) {
  const { revalidate } = useRevalidator();
  const { offer } = useOutOfCredits();
  const reason = useReasonText();
  const drafts = useConversationDrafts(props.sessionId);
  const conversation = useConversation(props);
  const { messages, isAnswering, failure } = conversation;
  const log = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);

  const last = messages.at(-1);
  const question = messages.findLast(({ role }) => role === "user");
  const unanswered = !isAnswering && last?.role === "user" ? last : null;
  useAnswerPolling(failure?.kind === "cutOff" || (unanswered?.answerPending === true && failure === null));

  const toEnd = () => log.current?.scrollTo({ top: 0 });
  const send = (message: string, replaces: string | undefined, takeBack: () => void) => {
    field.current?.focus();
    toEnd();
    const onRefused = (refusal: Failure) => {
      takeBack();
      if (refusal.kind === "outOfCredits") offer();
    };
    void conversation.send({ message, replaces, onRefused });
  };
  const onSend = () => {
    const message = drafts.message;
    drafts.setMessage("");
    send(message, undefined, () => drafts.takeBack(message));
  };
  const onResend = (messageId: string, text: string) => {
    drafts.setEdit(null);
    send(text, messageId, () => drafts.setEdit({ messageId, text }));
  };
  const stop = () => {
    conversation.stop();
    field.current?.focus();
  };
  useHotkeys(isAnswering ? [["Escape", stop]] : [], []);

  const retry = () => {
    if (question?.id) send(question.content, question.id, () => undefined);
  };
  const canRetry = !isAnswering && typeof question?.id === "string";
  return (
    <div className={classes["conversation"]}>
      <MessageLog
        logRef={log}
        onJump={() => {
          toEnd();
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
            isArriving={isAnswering && message === last}
            edited={!isAnswering && drafts.edit?.messageId === message.id ? (drafts.edit?.text ?? null) : null}
            canEdit={!isAnswering && message.role === "user" && message.id !== null}
            onEdit={(text) =>
              drafts.setEdit(message.id === null || text === null ? null : { messageId: message.id, text })
            }
            onResend={(text) => message.id !== null && onResend(message.id, text)}
            onRetry={canRetry && message === last && message.role === "assistant" ? retry : null}
          />
        ))}
        {unanswered ? (
          <UnansweredNotice
            isPending={unanswered.answerPending}
            // The failure tells it where there is one.
            creditsCharged={failure === null ? unanswered.creditsUsed : null}
            onRetry={canRetry ? retry : null}
          />
        ) : null}
      </MessageLog>
      {props.isConfigured ? null : <NotConfigured part="chat" />}
      <AnswerStatus isAnswering={isAnswering} hasAnswered={conversation.turns > 0 && failure === null} />
      {failure ? (
        <FailureNotice failure={failure.kind === "refused" ? { kind: "refused", said: reason(failure.said) } : failure}>
          {failure.kind === "refused" && failure.creditsCharged !== undefined ? (
            <ChargeLine creditsCharged={failure.creditsCharged} />
          ) : null}
          {failure.kind === "stopped" ? <ShowFullAnswerButton onClick={revalidate} /> : null}
        </FailureNotice>
      ) : null}
      <Composer
        draft={drafts.message}
        onDraft={drafts.setMessage}
        onSend={onSend}
        isAnswering={isAnswering}
        onStop={stop}
        fieldRef={field}
      />
    </div>
  );
}

function ShowFullAnswerButton({ onClick }: { onClick: () => void }) {
  const t = useTranslations("chat");
  return (
    <Button variant="white" size="compact-xs" onClick={onClick}>
      {t("showWhole")}
    </Button>
  );
}

interface UnansweredNoticeProps {
  /** The answer is still being written. */
  isPending: boolean;
  /** What the message cost; null where it is told elsewhere. */
  creditsCharged: number | null;
  onRetry: (() => void) | null;
}

/** Stands where an answer is missing: it is still being written, or never came. */
function UnansweredNotice({ isPending, creditsCharged, onRetry }: UnansweredNoticeProps) {
  const t = useTranslations("chat");
  return (
    <Group gap="sm">
      <div>
        <Text size="sm" c="dimmed">
          {isPending ? t("unanswered") : t("noAnswer")}
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

/** Says under an answer that failed whether its message was charged. */
function ChargeLine({ creditsCharged }: { creditsCharged: number }) {
  const t = useTranslations("chat");
  return (
    <Text size="sm" mt={4}>
      {creditsCharged === 0 ? t("notCharged") : t("charged", { credits: creditsCharged })}
    </Text>
  );
}
