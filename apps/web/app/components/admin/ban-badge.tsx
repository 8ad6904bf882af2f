import { Badge } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/use-format";

/** Says that somebody is banned, and until when. */
export function BanBadge({ user }: { user: { banned: boolean; banExpires: Date | null } }) {
  const t = useTranslations("admin");
  const format = useFormat();
  if (!user.banned) return null;
  return (
    <Badge color="red" variant="light" tt="none" miw="max-content" c="var(--mantine-color-text)">
      {user.banExpires ? t("bannedUntil", { time: format.dateTime(user.banExpires) }) : t("bannedForGood")}
    </Badge>
  );
}
