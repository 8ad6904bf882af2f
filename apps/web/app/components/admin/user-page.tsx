import type { ApiOutputs } from "@app/api/root";
import { Alert, Anchor, Badge, Box, Group, Text, Title } from "@mantine/core";
import { Link } from "@remix-run/react";
import IconAlertCircle from "@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/use-format";
import { useLocalePath } from "~/i18n/use-locale-path";
import { TabLinks } from "../page/tab-links";
import { CreditAmount } from "../shell/credit-amount";
import { BanBadge } from "./ban-badge";
import { Fact, FactList } from "./fact-list";
import { IdText } from "./id-text";
import { useAdminLabels } from "./use-names";
import { type AdminUser, UserActions } from "./user-deeds";
import { UserTabPanel } from "./user-tab-panel";
import { USER_TABS, type UserTabContent } from "./user-tabs";

interface UserPageProps {
  detail: ApiOutputs["admin"]["users"]["get"];
  content: UserTabContent;
}

/** A user, what an administrator can do, and what belongs to the user. */
export function UserPage({ detail, content }: UserPageProps) {
  const t = useTranslations("admin.user");
  const { user } = detail;
  return (
    <>
      <UserHeader user={user} />
      <FailedCancellations subscriptions={detail.subscriptions} />
      <UserFacts user={user} />
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
          <Text c="dimmed">{user.name ?? t("user.noName")}</Text>
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

/** The payment provider may still charge for these. */
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
  const names = useAdminLabels();
  const format = useFormat();
  return (
    <FactList>
      <Fact name={t("credits")}>
        <CreditAmount credits={user.credits} />
      </Fact>
      <Fact name={t("plan")}>{names.plan(user.planKey)}</Fact>
      <Fact name={t("role")}>{names.role(user.role)}</Fact>
      <Fact name={t("verified")}>{names.yesNo(user.emailVerified)}</Fact>
      <Fact name={t("created")}>{format.dateTime(user.createdAt)}</Fact>
      <Fact name={t("lastActive")}>{format.dateTime(user.updatedAt)}</Fact>
      <Fact name={t("id")}>
        <IdText id={user.id} />
      </Fact>
    </FactList>
  );
}
