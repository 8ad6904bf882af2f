import { Badge, VisuallyHidden } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { LazyMarkdown } from "./answer-text";
import type { ShownMessage } from "./conversation-state";
import { MessageActions } from "./message-actions";
import { MessageEdit } from "./message-edit";
import { ThinkingIndicator } from "./message-log";
import classes from "./message-log.module.css";

interface MessageViewProps {
  message: ShownMessage;
  isLast: boolean;
  /** This is the answer that is arriving. */
  isArriving: boolean;
  /** The message's text as it is being changed; null when it is not. */
  edited: string | null;
  onEdit: (text: string | null) => void;
  onResend: (text: string) => void;
  /** Null where the message cannot be changed: it is an answer, or not stored yet. */
  canEdit: boolean;
  /** Null for all but the latest. */
  onRetry: (() => void) | null;
}

/** One message: the reader's as it was written, an answer as Markdown. */
export function MessageView({ message, isLast, isArriving, edited, ...deeds }: MessageViewProps) {
  const t = useTranslations("chat");
  const isOwn = message.role === "user";
  return (
    <article className={classes["message"]} data-role={message.role} data-latest={isLast || undefined}>
      <VisuallyHidden component="h2">{isOwn ? t("you") : t("answer")}</VisuallyHidden>
      {edited !== null ? (
        <MessageEdit
          text={edited}
          onText={deeds.onEdit}
          onCancel={() => deeds.onEdit(null)}
          onSend={() => deeds.onResend(edited)}
        />
      ) : (
        <>
          <MessageBody message={message} isArriving={isArriving} />
          {isArriving ? null : (
            <MessageActions
              text={message.content}
              isOwn={isOwn}
              onEdit={deeds.canEdit ? () => deeds.onEdit(message.content) : null}
              onRetry={deeds.onRetry}
            />
          )}
        </>
      )}
    </article>
  );
}

function MessageBody({ message, isArriving }: Pick<MessageViewProps, "message" | "isArriving">) {
  const t = useTranslations("chat");
  if (message.role === "user") return <div className={classes["bubble"]}>{message.content}</div>;
  return (
    <div className={classes["answer"]}>
      {isArriving && message.content === "" ? <ThinkingIndicator /> : <LazyMarkdown text={message.content} />}
      {message.interrupted ? (
        <Badge color="yellow" variant="light" mt="xs" tt="none">
          {t("interrupted")}
        </Badge>
      ) : null}
    </div>
  );
}
