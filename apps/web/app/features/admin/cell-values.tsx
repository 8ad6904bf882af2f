import { SUBSCRIPTION_STATUSES } from "@app/core/billing/subscription-status";
import { ledgerTextKey } from "@app/core/ledger/ledger-reasons";
import { Anchor, Badge, SimpleGrid, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useLocalePath } from "~/i18n/page-language";
import { useCatalogueItemName } from "../pricing/describe-offer";
import classes from "./cell-values.module.css";

/** Translates plan keys, statuses, reasons and roles. An unknown value, such as a reason typed by an administrator, is returned unchanged. */
export function useAdminLabels() {
  const t = useTranslations("admin");
  const itemName = useCatalogueItemName();
  return {
    plan: itemName,
    status(status: string): string {
      const textKey = SUBSCRIPTION_STATUSES.find((value) => value === status);
      return textKey ? t(`status.${textKey}`) : status;
    },
    reason(entry: { reason: string; delta: number }): string {
      const textKey = ledgerTextKey(entry);
      return textKey ? t(`reason.${textKey}`) : entry.reason;
    },
    role(role: string): string {
      return t(role === "admin" ? "role.admin" : "role.user");
    },
    yesNo(value: boolean): string {
      return t(value ? "yes" : "no");
    },
  };
}

/** Link to the admin page of a user. In a table a long address is truncated as ids are. */
export function UserLink({ userId, text }: { userId: string; text: ReactNode }) {
  const path = useLocalePath();
  return (
    <Anchor
      component={Link}
      to={path(`/admin/users/${encodeURIComponent(userId)}`)}
      inherit
      className={classes["user"] ?? ""}
      {...(typeof text === "string" ? { title: text } : {})}
    >
      {text}
    </Anchor>
  );
}

/** An id in a table. Long ids are truncated with CSS, so that hovering and copying still give the whole id. */
export function IdText({ id }: { id: string | null }) {
  if (id === null) return <>—</>;
  return (
    <span className={classes["id"]} title={id}>
      {id}
    </span>
  );
}

/** The name of a user in a table, truncated as ids are. */
export function UserName({ name }: { name: string | null }) {
  if (name === null) return <>—</>;
  return (
    <span className={classes["user"]} title={name}>
      {name}
    </span>
  );
}

export function BanBadge({ user }: { user: { banned: boolean; banExpires: Date | null } }) {
  const t = useTranslations("admin");
  const format = useFormat();
  if (!user.banned) return null;
  return (
    // Wraps where the table is narrow: the text includes a date and a time.
    <Badge
      color="red"
      variant="light"
      tt="none"
      miw="fit-content"
      c="var(--mantine-color-text)"
      styles={{ root: { height: "auto" }, label: { whiteSpace: "inherit" } }}
    >
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

export function SubscriptionStatusBadge({
  subscription: { status, currentPeriodEnd },
}: {
  subscription: { status: string; currentPeriodEnd: Date };
}) {
  const t = useTranslations("admin");
  const labels = useAdminLabels();
  const format = useFormat();
  return (
    <Badge
      variant="light"
      tt="none"
      miw="max-content"
      color={COLOR_BY_STATUS.get(status) ?? "gray"}
      c="var(--mantine-color-text)"
    >
      {status === "scheduled_cancel" ? t("cancelsOn", { date: format.date(currentPeriodEnd) }) : labels.status(status)}
    </Badge>
  );
}

/**
 * Marks payments that were refunded or disputed.
 * @param props.refunded the amount of a refund in part
 */
export function PaymentStatusBadge({ status, refunded }: { status: string; refunded?: string | null }) {
  const t = useTranslations("admin.paymentStatus");
  const texts = [
    ...(status === "refunded" || status === "disputed" ? [t(status)] : []),
    ...(refunded && status !== "refunded" ? [t("partlyRefunded", { amount: refunded })] : []),
  ];
  return texts.map((text) => (
    <Badge key={text} variant="light" tt="none" miw="max-content" color="yellow" c="var(--mantine-color-text)">
      {text}
    </Badge>
  ));
}

/** Definition list of a detail page. */
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
