import { Text, VisuallyHidden } from "@mantine/core";
import { memo } from "react";
import classes from "./chat-page.module.css";
import type { ShownMessage } from "./conversation-state";

interface MessageViewProps {
  message: ShownMessage;
  /** This is the answer that is arriving. */
  isArriving: boolean;
}

/** One message, as it was written. Remembered, so that an arriving answer draws only itself anew. */
export const MessageView = memo(function MessageView({ message, isArriving }: MessageViewProps) {
  return (
    <div className={classes["message"]} data-role={message.role}>
      <VisuallyHidden>{message.role === "user" ? "You: " : "Answer: "}</VisuallyHidden>
      {message.content}
      {isArriving && message.content === "" ? (
        <Text span c="dimmed">
          Thinking…
        </Text>
      ) : null}
      {message.interrupted ? (
        <Text size="xs" c="dimmed" mt="xs">
          This answer is incomplete.
        </Text>
      ) : null}
    </div>
  );
});
