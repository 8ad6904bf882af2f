import { SUBSCRIPTION_STATUSES } from "@app/core/billing/subscription-status";
import { LEDGER_REASONS } from "@app/core/ledger/ledger-reasons";
import { Anchor, Badge, SimpleGrid, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useLocalePath } from "~/i18n/page-language";
import { useCatalogueItemName } from "../pricing/describe-offer";
import classes from "./cell-values.module.css";

/** Keys of the service in words. What is not known, as a reason an administrator typed, stays as it is. */
export function useAdminLabels() {
  const t = useTranslations("admin");
  const itemName = useCatalogueItemName();
  return {
    plan: itemName,
    status(status: string): string {
      const known = SUBSCRIPTION_STATUSES.find((word) => word === status);
      return known ? t(`status.${known}`) : status;
    },
    reason(reason: string): string {
      const known = LEDGER_REASONS.find((word) => word === reason);
      return known ? t(`reason.${known}`) : reason;
    },
    role(role: string): string {
      return t(role === "admin" ? "role.admin" : "role.user");
    },
    yesNo(is: boolean): string {
      return t(is ? "yes" : "no");
    },
  };
}

/** Leads to an administrator's view of a user. */
export function UserLink({ userId, text }: { userId: string; text: ReactNode }) {
  const path = useLocalePath();
  return (
    <Anchor component={Link} to={path(`/admin/users/${encodeURIComponent(userId)}`)} inherit>
      {text}
    </Anchor>
  );
}

/** An id in a table: cut off where it is long, whole when it is pointed at or copied. */
export function IdText({ id }: { id: string | null }) {
  if (id === null) return <>—</>;
  return (
    <span className={classes["id"]} title={id}>
      {id}
    </span>
  );
}

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

const COLOR_BY_STATUS: ReadonlyMap<string, string> = new Map([
  ["active", "mint"],
  ["trialing", "mint"],
  ["past_due", "yellow"],
  ["unpaid", "yellow"],
  ["scheduled_cancel", "yellow"],
]);

/** Where a subscription stands, in a word. */
export function SubscriptionStatusBadge({ status }: { status: string }) {
  const names = useAdminLabels();
  return (
    <Badge
      variant="light"
      tt="none"
      miw="max-content"
      color={COLOR_BY_STATUS.get(status) ?? "gray"}
      c="var(--mantine-color-text)"
    >
      {names.status(status)}
    </Badge>
  );
}

/** What is known of something, name by name. */
export function FactList({ children }: { children: ReactNode }) {
  return (
    <SimpleGrid component="dl" cols={{ base: 2, sm: 4 }} m={0} mb="xl">
      {children}
    </SimpleGrid>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="dd" m={0} fw={500}>
        {children}
      </Text>
    </div>
  );
}
