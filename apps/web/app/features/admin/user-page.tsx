import type { ApiOutputs } from "@app/api/root";
import { Alert, Anchor, Badge, Box, Group, Text, Title } from "@mantine/core";
import { Link } from "@remix-run/react";
import IconAlertCircle from "@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { PageLinks, TabLinks } from "~/ui/link-navigation";
import { EmptyState } from "~/ui/page-layout";
import { Time } from "~/ui/time";
import { CreditAmount } from "../credits/credit-amount";
import type { AdminUser } from "./action-dialog";
import { BanBadge, Fact, FactList, IdText, useAdminLabels } from "./cell-values";
import { LedgerTable } from "./ledger-page";
import { PaymentsTable } from "./payments-page";
import { UserActions } from "./user-actions";
import { ApiKeysTable } from "./user-api-keys";
import { GenerationsTable } from "./user-generations";
import { UserSubscriptions } from "./user-subscriptions";

interface UserPageProps {
  detail: ApiOutputs["admin"]["users"]["get"];
  content: UserTabContent;
}

/** Details of a user, the admin actions, and tabs with the rows of the user. */
export function UserPage({ detail, content }: UserPageProps) {
  const t = useTranslations("admin.user");
  const { user } = detail;
  return (
    <>
      <UserHeader user={user} />
      <FailedCancellations subscriptions={detail.subscriptions} />
      <UserFacts user={user} />
      <UserLookups userId={user.id} />
      <TabLinks
        label={t("tabs")}
        tabs={USER_TABS.map((tab) => ({ value: tab, to: `?tab=${tab}`, label: t(`tab.${tab}`) }))}
        current={content.tab}
      />
      <UserTabPanel detail={detail} content={content} />
    </>
  );
}

function UserHeader({ user }: { user: AdminUser }) {
  const t = useTranslations("admin");
  const path = useLocalePath();
  return (
    <Box mb="lg">
      <Anchor component={Link} to={path("/admin/users")} size="sm">
        {t("user.all")}
      </Anchor>
      <Group justify="space-between" align="flex-start" mt="xs">
        <div>
          <Group gap="xs">
            <Title order={1} size="h2" style={{ overflowWrap: "anywhere" }}>
              {user.email}
            </Title>
            {user.role === "admin" ? (
              <Badge variant="light" tt="none">
                {t("role.admin")}
              </Badge>
            ) : null}
            <BanBadge user={user} />
          </Group>
          <Text c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {user.name ?? t("user.noName")}
          </Text>
          {user.banned ? (
            <Text size="sm" mt={4} style={{ overflowWrap: "anywhere" }}>
              {user.banReason ? t("user.banReason", { reason: user.banReason }) : t("user.noBanReason")}
            </Text>
          ) : null}
        </div>
        <UserActions user={user} />
      </Group>
    </Box>
  );
}

/** Warns about subscriptions that the payment provider may still charge for. */
function FailedCancellations({ subscriptions }: Pick<UserPageProps["detail"], "subscriptions">) {
  const t = useTranslations("admin.providerCancel");
  const failed = subscriptions.filter(({ providerCancel }) => providerCancel === "failed");
  return failed.map(({ id, providerCancelError }) => (
    <Alert key={id} color="red" mb="md" title={t("title")} icon={<IconAlertCircle aria-hidden />}>
      {t("text", { id, error: providerCancelError ?? "" })}
    </Alert>
  ));
}

function UserFacts({ user }: { user: AdminUser }) {
  const t = useTranslations("admin.column");
  const labels = useAdminLabels();
  return (
    <FactList>
      <Fact name={t("credits")}>
        <CreditAmount credits={user.credits} />
      </Fact>
      <Fact name={t("plan")}>{labels.plan(user.planKey)}</Fact>
      <Fact name={t("role")}>{labels.role(user.role)}</Fact>
      <Fact name={t("verified")}>{labels.yesNo(user.emailVerified)}</Fact>
      <Fact name={t("created")}>
        <Time at={user.createdAt} />
      </Fact>
      <Fact name={t("lastActive")}>
        <Time at={user.updatedAt} />
      </Fact>
      <Fact name={t("id")}>
        <IdText id={user.id} />
      </Fact>
    </FactList>
  );
}

/** Leads to what other pages have about the user. */
function UserLookups({ userId }: { userId: string }) {
  const t = useTranslations("admin");
  const path = useLocalePath();
  const id = encodeURIComponent(userId);
  return (
    <Group gap="md" mb="md">
      <Anchor component={Link} to={path(`/admin/webhooks?search=${id}`)} size="sm">
        {t("webhooks.table")}
      </Anchor>
      <Anchor component={Link} to={path(`/admin/audit?target=${id}`)} size="sm">
        {t("user.audit")}
      </Anchor>
    </Group>
  );
}

function UserTabPanel({ detail, content }: UserPageProps) {
  const t = useTranslations("admin.user");
  switch (content.tab) {
    case "ledger":
      return (
        <PagedTab page={content.page} emptyText={t("noLedger")}>
          <LedgerTable entries={content.page.items} hasUsers={false} />
        </PagedTab>
      );
    case "payments":
      return (
        <PagedTab page={content.page} emptyText={t("noPayments")}>
          <PaymentsTable payments={content.page.items} hasUsers={false} />
        </PagedTab>
      );
    case "generations":
      return (
        <PagedTab page={content.page} emptyText={t("noGenerations")}>
          <GenerationsTable generations={content.page.items} />
        </PagedTab>
      );
    case "apiKeys":
      return content.apiKeys.length === 0 ? (
        <EmptyState>{t("noApiKeys")}</EmptyState>
      ) : (
        <ApiKeysTable userId={detail.user.id} apiKeys={content.apiKeys} />
      );
    case "subscription":
      return <UserSubscriptions {...detail} />;
  }
}

interface PagedTabProps {
  page: { items: readonly unknown[]; nextCursor: string | null };
  emptyText: string;
  children: ReactNode;
}

function PagedTab({ page, emptyText, children }: PagedTabProps) {
  return (
    <>
      {page.items.length === 0 ? <EmptyState>{emptyText}</EmptyState> : children}
      <PageLinks nextCursor={page.nextCursor} />
    </>
  );
}

const USER_TABS = ["ledger", "payments", "generations", "subscription", "apiKeys"] as const;
export type UserTab = (typeof USER_TABS)[number];

/** Reads the `tab` query parameter. Defaults to the ledger. */
export function readUserTab(params: URLSearchParams): UserTab {
  const value = params.get("tab");
  return USER_TABS.find((tab) => tab === value) ?? "ledger";
}

/** Data of the current tab. Only that tab is loaded. */
export type UserTabContent =
  | { tab: "ledger"; page: ApiOutputs["admin"]["ledger"] }
  | { tab: "payments"; page: ApiOutputs["admin"]["payments"] }
  | { tab: "generations"; page: ApiOutputs["admin"]["users"]["generations"] }
  | { tab: "apiKeys"; apiKeys: ApiOutputs["admin"]["apiKeys"]["list"] }
  | { tab: "subscription" };
