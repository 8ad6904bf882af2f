import type { ApiOutputs } from "@app/api/root";
import { Button, Stack } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/use-format";
import { useLocalePath } from "~/i18n/use-locale-path";
import { EmptyState } from "../page/empty-state";
import plain from "../page/plain-card.module.css";
import card from "./link-card.module.css";
import classes from "./recent-chats.module.css";

export function RecentChats({ chats }: { chats: ApiOutputs["me"]["dashboard"]["recentChats"] }) {
  const t = useTranslations("dashboard.chats");
  const path = useLocalePath();
  const format = useFormat();
  if (chats.length === 0) {
    const start = (
      <Button component={Link} to={path("/chat")} variant="light">
        {t("start")}
      </Button>
    );
    return <EmptyState action={start}>{t("empty")}</EmptyState>;
  }
  return (
    <Stack gap="xs">
      {chats.map((chat) => (
        <Link
          key={chat.id}
          to={path(`/chat/${chat.id}`)}
          className={`${plain["card"]} ${card["card"]} ${classes["chat"]}`}
        >
          <span className={classes["title"]}>{chat.title}</span>
          <span className={classes["date"]}>{format.date(chat.lastMessageAt)}</span>
        </Link>
      ))}
    </Stack>
  );
}
