import { Box, Stack, Text } from "@mantine/core";
import type { RefObject } from "react";
import classes from "./chat-page.module.css";
import type { ShownMessage } from "./conversation-state";
import { MessageView } from "./message-view";

interface MessageLogProps {
  messages: readonly ShownMessage[];
  isAnswering: boolean;
  logRef: RefObject<HTMLDivElement>;
}

/** The messages, scrolled to their end. Screen readers are told of an answer once it is complete. */
export function MessageLog({ messages, isAnswering, logRef }: MessageLogProps) {
  return (
    <Box
      role="log"
      aria-label="Messages"
      aria-busy={isAnswering}
      tabIndex={0}
      className={classes["log"] ?? ""}
      ref={logRef}
    >
      <Stack gap="sm" className={classes["messages"] ?? ""}>
        {messages.length === 0 ? (
          <Text c="dimmed" ta="center" py="xl">
            Write the first message. Each one costs credits, whatever its length.
          </Text>
        ) : null}
        {messages.map((message, index) => (
          <MessageView key={message.id} message={message} isArriving={isAnswering && index === messages.length - 1} />
        ))}
        {!isAnswering && messages.at(-1)?.role === "user" ? (
          <Text size="sm" c="dimmed">
            No answer is stored yet. If you sent this just now, load the page again in a moment.
          </Text>
        ) : null}
      </Stack>
    </Box>
  );
}
