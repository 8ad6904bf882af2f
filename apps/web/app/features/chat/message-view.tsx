import { ActionIcon, Badge, Button, Group, Text, VisuallyHidden } from "@mantine/core";
import IconChevronLeft from "@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs";
import IconChevronRight from "@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs";
import IconPencil from "@tabler/icons-react/dist/esm/icons/IconPencil.mjs";
import IconRefresh from "@tabler/icons-react/dist/esm/icons/IconRefresh.mjs";
import { memo, type ReactNode, type Ref, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { lazyComponent } from "~/ui/lazy-component";
import type { ShownMessage } from "./conversation-state";
import { CopyAction } from "./copy-action";
import { LazyMarkdown } from "./lazy-markdown";
import { ThinkingIndicator } from "./message-log";
import classes from "./message-log.module.css";

const MessageEdit = lazyComponent(async () => (await import("./message-edit")).MessageEdit);

/** The versions of a message, by the ids of the user's messages. */
export interface ShownVersions {
  ids: readonly string[];
  shownId: string;
}

interface MessageViewProps {
  message: ShownMessage;
  /** What another answer costs, when the message is edited or sent again. */
  costCredits: number;
  /** Null where there is no switch. */
  versions: ShownVersions | null;
  canShowVersion: boolean;
  isLast: boolean;
  /** This is the reply that is being received. */
  isStreaming: boolean;
  /** The edited text; null while the message is not being edited. */
  editText: string | null;
  /** False for replies, and for messages that are not stored yet. */
  canEdit: boolean;
  /** False for all but the latest reply. */
  canRetry: boolean;
  /** The same functions in every rendering, for `memo`. */
  handlers: MessageHandlers;
}

/** What the buttons of a message do. */
export interface MessageHandlers {
  onEdit: (message: ShownMessage, text: string | null) => void;
  onResend: (message: ShownMessage, text: string) => void;
  onRetry: () => void;
  onShowVersion: (messageId: string) => void;
}

/**
 * One message: the user's as plain text, a reply as Markdown. It is rendered again only when it changes: with each key in the message field, and
 * each part of a reply, a long chat would make a slow device lag.
 */
export const MessageView = memo(function MessageView(props: MessageViewProps) {
  const { message, isLast, isStreaming, editText, canEdit, canRetry, costCredits, handlers } = props;
  const onEdit = (text: string | null) => handlers.onEdit(message, text);
  const t = useTranslations("chat");
  const isOwn = message.role === "user";
  const wasCanceled = useRef(false);
  /** Canceling gives the focus back to the button that started the edit. */
  const focusEditButton = (button: HTMLButtonElement | null) => {
    if (!button || !wasCanceled.current) return;
    wasCanceled.current = false;
    button.focus();
  };
  return (
    <article className={classes["message"]} data-role={message.role} data-latest={isLast || undefined}>
      <VisuallyHidden component="h2">{isOwn ? t("you") : t("reply")}</VisuallyHidden>
      {editText !== null ? (
        <MessageEdit
          fallback={<MessageBody message={message} isStreaming={false} />}
          costCredits={costCredits}
          text={editText}
          onText={onEdit}
          onCancel={() => {
            wasCanceled.current = true;
            onEdit(null);
          }}
          onSend={() => handlers.onResend(message, editText)}
        />
      ) : (
        <>
          <MessageBody message={message} isStreaming={isStreaming} />
          {isStreaming ? null : (
            <MessageActions
              text={message.content}
              isOwn={isOwn}
              onEdit={canEdit ? () => onEdit(message.content) : null}
              editButtonRef={focusEditButton}
              onRetry={canRetry ? handlers.onRetry : null}
              costCredits={costCredits}
              versions={props.versions}
              onShowVersion={props.canShowVersion ? handlers.onShowVersion : null}
            />
          )}
        </>
      )}
    </article>
  );
});

function MessageBody({ message, isStreaming }: Pick<MessageViewProps, "message" | "isStreaming">) {
  const t = useTranslations("chat");
  if (message.role === "user") return <div className={classes["bubble"]}>{message.content}</div>;
  // A browser that translates the page replaces text nodes: React could not add to them. The reply is translated when it is loaded again.
  return (
    <div className={classes["reply"]} translate={isStreaming ? "no" : undefined}>
      {isStreaming && message.content === "" ? (
        <ThinkingIndicator />
      ) : (
        <LazyMarkdown text={message.content} isTextFirst={message.isTextFirst} />
      )}
      {message.interrupted ? (
        <Badge color="yellow" variant="light" mt="xs" tt="none">
          {t("interrupted")}
        </Badge>
      ) : null}
    </div>
  );
}

interface MessageActionsProps extends Pick<MessageViewProps, "costCredits" | "versions"> {
  /** Null while it cannot be switched. */
  onShowVersion: ((messageId: string) => void) | null;
  text: string;
  isOwn: boolean;
  onEdit: (() => void) | null;
  editButtonRef: Ref<HTMLButtonElement>;
  onRetry: (() => void) | null;
}

function MessageActions(props: MessageActionsProps) {
  const { text, isOwn, onEdit, editButtonRef, onRetry, costCredits, versions, onShowVersion } = props;
  const t = useTranslations("chat");
  return (
    <div className={classes["actions"]}>
      <CopyAction text={text} label={isOwn ? t("copyMessage") : t("copyReply")} />
      {onEdit ? (
        <ActionIcon
          ref={editButtonRef}
          variant="subtle"
          color="gray"
          aria-label={t("edit")}
          title={t("edit")}
          onClick={onEdit}
        >
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      ) : null}
      {onRetry ? (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={onRetry}
        >
          {t("retryFor", { credits: costCredits })}
        </Button>
      ) : null}
      {versions ? <VersionSwitch {...versions} onShow={onShowVersion} /> : null}
    </div>
  );
}

/** Switches between the versions of a message, as ‹ 2/3 ›. */
function VersionSwitch({ ids, shownId, onShow }: ShownVersions & { onShow: ((messageId: string) => void) | null }) {
  const t = useTranslations("chat");
  const index = ids.indexOf(shownId);
  const step = (label: string, id: string | undefined, icon: ReactNode) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      disabled={id === undefined || onShow === null}
      onClick={() => id !== undefined && onShow?.(id)}
    >
      {icon}
    </ActionIcon>
  );
  return (
    <Group gap={2} role="group" aria-label={t("versions")}>
      {step(t("previousVersion"), ids[index - 1], <IconChevronLeft size={16} aria-hidden />)}
      <Text size="xs" c="dimmed">
        {index + 1}/{ids.length}
      </Text>
      {step(t("nextVersion"), ids[index + 1], <IconChevronRight size={16} aria-hidden />)}
    </Group>
  );
}
