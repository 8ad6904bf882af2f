import type { ApiOutputs } from "@app/api/root";
import { Anchor, Button, Card, Stack, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useFormat } from "~/i18n/use-format";
import { useLocalePath } from "~/i18n/use-locale-path";
import { useTRPCClient } from "~/trpc/client";
import { EmptyState } from "../page/empty-state";
import { LoadMore } from "../page/load-more";
import { type ListPage, usePages } from "../page/use-pages";

type ChatSummary = ApiOutputs["chat"]["sessions"]["items"][number];

/** All chats, the latest used first. */
export function ChatList({ first }: { first: ListPage<ChatSummary> }) {
  const api = useTRPCClient();
  const path = useLocalePath();
  const pages = usePages(first, (cursor) => api.chat.sessions.query({ cursor }));
  if (pages.items.length === 0) {
    const start = (
      <Button component={Link} to={path("/chat")} variant="light">
        Start a chat
      </Button>
    );
    return <EmptyState action={start}>You have not chatted yet.</EmptyState>;
  }
  return (
    <>
      <Stack gap="xs">
        {pages.items.map((chat) => (
          <ChatRow key={chat.id} chat={chat} />
        ))}
      </Stack>
      <LoadMore {...pages} />
    </>
  );
}

function ChatRow({ chat }: { chat: ChatSummary }) {
  const path = useLocalePath();
  const format = useFormat();
  return (
    <Card withBorder padding="sm">
      <Anchor
        component={Link}
        to={path(`/chat/${chat.id}`)}
        fw={500}
        lineClamp={1}
        style={{ overflowWrap: "anywhere" }}
      >
        {chat.title}
      </Anchor>
      <Text size="xs" c="dimmed">
        {format.dateTime(chat.lastMessageAt)} · {format.number(chat.totalMessages)} messages ·{" "}
        {format.number(chat.totalCreditsUsed)} credits
      </Text>
    </Card>
  );
}
