import type { TextModel } from "@app/core/chat/text-models";
import { Button, Group, Text } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { Link } from "@remix-run/react";
import IconRefresh from "@tabler/icons-react/dist/esm/icons/IconRefresh.mjs";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { type Failure, useFailureText } from "~/ui/failure";
import { NotConfigured, useSignInAgainPath } from "~/ui/failure-notice";
import { useDraft } from "~/ui/use-draft";
import { useReloadData } from "~/ui/use-reload-data";
import { useOutOfCredits } from "../credits/out-of-credits";
import { takeComposedPrompt, useSendsComposed } from "../generation/composed-prompt";
import { useReasonText } from "../generation/use-reason-text";
import { Composer, measureMessage } from "./composer";
import classes from "./conversation.module.css";
import type { ShownMessage, StoredMessage } from "./conversation-state";
import { EmptyConversation } from "./empty-conversation";
import { MessageLog, ReplyStatus } from "./message-log";
import { type MessageHandlers, MessageView, type ShownVersions } from "./message-view";
import { useConversation, useConversationDrafts } from "./use-conversation";

interface ConversationProps {
  sessionId: string | null;
  messages: readonly StoredMessage[];
  /** Shown above the messages. */
  earlier: ReactNode;
  isConfigured: boolean;
  /** The text models to choose from, the default first. */
  models: readonly TextModel[];
  onTurnStart: (sessionId: string) => void;
  onTurnEnd: (sessionId: string) => void;
  onShowVersion: (messageId: string) => void;
}

export function Conversation(props: ConversationProps) {
  const { offer } = useOutOfCredits();
  const reloadData = useReloadData();
  const drafts = useConversationDrafts(props.sessionId);
  const conversation = useConversation(props);
  const { messages, isReplying, isStopped, failure } = conversation;
  const [modelName, setModelName] = useDraft<string | null>("chat.model", null);
  const chosen = props.models.find(({ name }) => name === modelName) ?? props.models[0];
  const costCredits = chosen?.credits ?? 0;
  const t = useTranslations("chat");
  const chargeText = useChargeText();
  const log = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);

  const last = messages.at(-1);
  const lastUserMessage = messages.findLast(({ role }) => role === "user");
  const messageWithoutReply = !isReplying && last?.role === "user" ? last : null;

  const scrollToEnd = () => log.current?.scrollTo({ top: 0 });
  const send = (message: string, replaces: string | undefined, restoreInput: () => void, asked = chosen) => {
    field.current?.focus();
    scrollToEnd();
    const onRefused = (refusal: Failure) => {
      restoreInput();
      if (refusal.kind !== "outOfCredits") return;
      // The page's balance is too high: a program or another browser has spent it.
      reloadData();
      offer();
    };
    // The default is not named, so that it may change while the page is open.
    const model = asked === props.models[0] ? undefined : asked?.name;
    void conversation.send({ message, costCredits: asked?.credits ?? 0, model, replaces, onRefused });
  };
  const sendsComposed = useSendsComposed();
  useEffect(() => {
    const composed = props.sessionId === null ? takeComposedPrompt("chat") : null;
    if (composed === null) return;
    // At the price that the dashboard showed, that of the default model. One that is too long stays in the field, which says so.
    if (sendsComposed && !measureMessage(composed).isTooLong)
      send(composed, undefined, () => drafts.restoreMessage(composed), props.models[0]);
    else drafts.restoreMessage(composed);
  }, []);
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
  useWindowEvent("keydown", (event) => {
    if (!isReplying || !isStopKey(event)) return;
    event.preventDefault();
    stop();
  });

  const retry = () => {
    if (lastUserMessage?.id) send(lastUserMessage.content, lastUserMessage.id, () => undefined);
  };
  const versionsOf = (message: ShownMessage): ShownVersions | null => {
    // The switch is below the answers when only these differ, otherwise below the messages.
    const question = message.role === "user" ? message : messages[messages.indexOf(message) - 1];
    const versions = question?.versions;
    if (!versions || !question?.id || versions.isSameText !== (message.role === "assistant")) return null;
    return { ids: versions.ids, shownId: question.id };
  };
  const canRetry = !isReplying && typeof lastUserMessage?.id === "string";
  const handlers = useSameHandlers({
    onEdit: ({ id }, text) => drafts.setEdit(id === null || text === null ? null : { messageId: id, text }),
    onResend: ({ id }, text) => {
      if (id !== null) onResend(id, text);
    },
    onRetry: retry,
    onShowVersion: props.onShowVersion,
  });
  return (
    <div className={classes["conversation"]}>
      <MessageLog
        logRef={log}
        onJump={() => {
          scrollToEnd();
          field.current?.focus();
        }}
      >
        {props.earlier}
        {messages.length === 0 ? (
          <EmptyConversation
            costCredits={costCredits}
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
            costCredits={costCredits}
            versions={versionsOf(message)}
            canShowVersion={!isReplying}
            isStreaming={isReplying && message === last}
            editText={!isReplying && drafts.edit?.messageId === message.id ? (drafts.edit?.text ?? null) : null}
            canEdit={!isReplying && message.role === "user" && message.id !== null}
            canRetry={canRetry && message === last && message.role === "assistant"}
            handlers={handlers}
          />
        ))}
        {isStopped ? (
          <TurnNote text={t("stopped")}>
            <Button variant="default" size="compact-sm" onClick={conversation.proceed}>
              {t("continue")}
            </Button>
          </TurnNote>
        ) : failure ? (
          <FailureNote failure={failure}>
            {canRetry && messageWithoutReply ? <AskAgain costCredits={costCredits} onClick={retry} /> : null}
          </FailureNote>
        ) : messageWithoutReply ? (
          <TurnNote
            text={
              messageWithoutReply.answerPending
                ? t("replyPending")
                : `${t("noReply")} ${chargeText(messageWithoutReply.creditsUsed)}`
            }
          >
            {canRetry && !messageWithoutReply.answerPending ? (
              <AskAgain costCredits={costCredits} onClick={retry} />
            ) : null}
          </TurnNote>
        ) : null}
      </MessageLog>
      {props.isConfigured ? null : <NotConfigured part="chat" />}
      <ReplyStatus
        isReplying={isReplying || conversation.isAwaited}
        isStopped={isStopped}
        hasReplied={conversation.turns > 0 && failure === null}
      />
      <Composer
        draft={drafts.message}
        onDraft={drafts.setMessage}
        models={props.models}
        model={chosen}
        onModel={setModelName}
        onSend={onSend}
        isReplying={isReplying}
        onStop={stop}
        fieldRef={field}
      />
    </div>
  );
}

/** Handlers that stay the same and do what the latest ones do. */
function useSameHandlers(handlers: MessageHandlers): MessageHandlers {
  const latest = useRef(handlers);
  latest.current = handlers;
  const [same] = useState<MessageHandlers>(() => ({
    onEdit: (message, text) => latest.current.onEdit(message, text),
    onResend: (message, text) => latest.current.onResend(message, text),
    onRetry: () => latest.current.onRetry(),
    onShowVersion: (messageId) => latest.current.onShowVersion(messageId),
  }));
  return same;
}

/** What Escape closes or clears, instead of stopping the reply. */
const ESCAPED_FIRST = "[role=dialog], [role=menu], [type=search]";

/** Escape, unless it cancels the composition of an input method, closes a dialog or a menu, or clears a search. */
function isStopKey({ key, isComposing, target }: KeyboardEvent): boolean {
  return key === "Escape" && !isComposing && !(target instanceof Element && target.closest(ESCAPED_FIRST));
}

function AskAgain({ costCredits, onClick }: { costCredits: number; onClick: () => void }) {
  const t = useTranslations("chat");
  return (
    <Button variant="default" size="compact-sm" leftSection={<IconRefresh size={14} aria-hidden />} onClick={onClick}>
      {t("askAgainFor", { credits: costCredits })}
    </Button>
  );
}

/** One line below a message: what became of its answer, and what can be done. */
function TurnNote({ text, isFailure = false, children }: { text: string; isFailure?: boolean; children: ReactNode }) {
  return (
    <Group gap="xs">
      <Text size="sm" {...(isFailure ? { c: "red", role: "alert" } : { c: "dimmed" })}>
        {text}
      </Text>
      {children}
    </Group>
  );
}

function FailureNote({ failure, children }: { failure: Failure; children: ReactNode }) {
  const t = useTranslations("failure");
  const text = useFailureText();
  const reason = useReasonText();
  const chargeText = useChargeText();
  const signInAgainPath = useSignInAgainPath();
  const { offer } = useOutOfCredits();
  const shown = failure.kind === "refused" ? { ...failure, message: reason(failure.message) } : failure;
  const charge =
    failure.kind === "refused" && failure.creditsCharged !== undefined ? chargeText(failure.creditsCharged) : "";
  return (
    <TurnNote text={`${text(shown)} ${charge}`.trim()} isFailure>
      {failure.kind === "outOfCredits" ? (
        <Button variant="default" size="compact-sm" onClick={offer}>
          {t("getCredits")}
        </Button>
      ) : null}
      {failure.kind === "sessionEnded" ? (
        <Button component={Link} to={signInAgainPath} variant="default" size="compact-sm">
          {t("signInAgain")}
        </Button>
      ) : null}
      {children}
    </TurnNote>
  );
}

/** Whether a message was charged. */
function useChargeText(): (creditsCharged: number) => string {
  const t = useTranslations("chat");
  return (creditsCharged) => (creditsCharged === 0 ? t("notCharged") : t("charged", { credits: creditsCharged }));
}
