import type { ApiOutputs } from "@app/api/root";
import { Button, Card, Stack, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useLocalePath } from "~/i18n/page-language";
import { useTRPCClient } from "~/trpc/client";
import { InfiniteScrollEnd } from "~/ui/infinite-scroll-end";
import { TabLinks, useNextParams } from "~/ui/link-navigation";
import { useItemsInAddress } from "~/ui/listed-items";
import { type ListPage, useInfiniteList } from "~/ui/load-more";
import { EmptyState, PageHeader } from "~/ui/page-layout";
import type { Generation } from "./generation";
import classes from "./generation-card.module.css";
import { GenerationList } from "./generation-list";
import { type HistoryFields, historyAddress } from "./history-filter";

/** The data of the current tab. */
export type HistoryData =
  | {
      show: "generations";
      fields: HistoryFields;
      page: ApiOutputs["history"]["list"];
      collections: ApiOutputs["collections"]["list"];
      opened: Generation | null;
    }
  | { show: "chats"; page: ApiOutputs["chat"]["sessions"]; pinned: ApiOutputs["chat"]["pinned"] };

const TABS = [
  { value: "all", type: "", show: "" },
  { value: "images", type: "image", show: "" },
  { value: "videos", type: "video", show: "" },
  { value: "chats", type: "", show: "chats" },
] as const;

export function HistoryPage({ data }: { data: HistoryData }) {
  const t = useTranslations("history");
  const params = useNextParams();
  const tabs = TABS.map(({ value, type, show }) => ({
    value,
    label: t(`tabs.${value}`),
    to: historyAddress(params, { type, show }),
  }));
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <TabLinks label={t("kinds")} tabs={tabs} current={currentTab(params)} />
      {data.show === "chats" ? (
        <ChatList first={data.page} pinned={data.pinned} />
      ) : (
        <GenerationList first={data.page} fields={data.fields} collections={data.collections} opened={data.opened} />
      )}
    </>
  );
}

function currentTab(params: URLSearchParams): string {
  const tab = TABS.find(({ type, show }) => (show ? params.get("show") === show : params.get("type") === type));
  return tab?.value ?? "all";
}

type ChatSummary = ApiOutputs["chat"]["sessions"]["items"][number];

interface ChatListProps {
  first: ListPage<ChatSummary>;
  pinned: readonly ChatSummary[];
}

/** All chats but archived ones: the pinned ones, then the others, each most recent first. */
function ChatList({ first, pinned }: ChatListProps) {
  const t = useTranslations("history");
  const api = useTRPCClient();
  const path = useLocalePath();
  const pages = useInfiniteList(first, (cursor) => api.chat.sessions.query({ cursor }));
  useItemsInAddress(first, pages);
  const chats = [...pinned, ...pages.items];
  if (chats.length === 0) {
    const startButton = (
      <Button component={Link} to={path("/chat")} variant="light">
        {t("startChat")}
      </Button>
    );
    return <EmptyState action={startButton}>{t("noChats")}</EmptyState>;
  }
  return (
    <>
      <Stack gap="xs">
        {chats.map((chat) => (
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
