import type { ApiOutputs } from "@app/api/root";
import { Button, Card, Stack, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/use-format";
import { useLocalePath } from "~/i18n/use-locale-path";
import { useTRPCClient } from "~/trpc/client";
import { EmptyState } from "../page/empty-state";
import { type ListPage, useInfiniteList } from "../page/use-pages";
import { InfiniteScrollEnd } from "./endless-end";
import classes from "./generation-card.module.css";

type ChatSummary = ApiOutputs["chat"]["sessions"]["items"][number];

/** All chats, the latest used first. */
export function ChatList({ first }: { first: ListPage<ChatSummary> }) {
  const t = useTranslations("history");
  const api = useTRPCClient();
  const path = useLocalePath();
  const pages = useInfiniteList(first, (cursor) => api.chat.sessions.query({ cursor }));
  if (pages.items.length === 0) {
    const start = (
      <Button component={Link} to={path("/chat")} variant="light">
        {t("startChat")}
      </Button>
    );
    return <EmptyState action={start}>{t("noChats")}</EmptyState>;
  }
  return (
    <>
      <Stack gap="xs">
        {pages.items.map((chat) => (
          <ChatRow key={chat.id} chat={chat} />
        ))}
      </Stack>
      <InfiniteScrollEnd {...pages} />
    </>
  );
}

function ChatRow({ chat }: { chat: ChatSummary }) {
  const t = useTranslations("history");
  const path = useLocalePath();
  const format = useFormat();
  return (
    <Card padding="sm" className={classes["card"] ?? ""}>
      <Text fw={500} lineClamp={1} className={classes["prompt"] ?? ""}>
        <Link to={path(`/chat/${chat.id}`)} className={classes["link"]}>
          {chat.title}
        </Link>
      </Text>
      <Text size="xs" c="dimmed">
        {format.dateTime(chat.lastMessageAt)} ·{" "}
        {t("chatFacts", { messages: chat.totalMessages, credits: chat.totalCreditsUsed })}
      </Text>
    </Card>
  );
}
