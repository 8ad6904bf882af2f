import type { ApiOutputs } from "@app/api/root";
import { Stack, Table, Text } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { EmptyState, Section } from "~/ui/page-layout";
import { Time } from "~/ui/time";
import { IdText, SubscriptionStatusBadge, useAdminLabels } from "./cell-values";
import { DataTable } from "./data-table";
import { PauseScheduleButton } from "./schedule-actions";

type Detail = ApiOutputs["admin"]["users"]["get"];

/** Subscriptions of a user and their remaining instalments. */
export function UserSubscriptions({ subscriptions, schedules }: Pick<Detail, "subscriptions" | "schedules">) {
  const t = useTranslations("admin");
  return (
    <Stack gap="lg">
      <Section title={t("subscriptions.title")}>
        {subscriptions.length === 0 ? (
          <EmptyState>{t("user.noSubscriptions")}</EmptyState>
        ) : (
          <Subscriptions subscriptions={subscriptions} />
        )}
      </Section>
      <Section title={t("user.schedules")}>
        {schedules.length === 0 ? (
          <EmptyState>{t("user.noSchedules")}</EmptyState>
        ) : (
          <Schedules schedules={schedules} />
        )}
      </Section>
    </Stack>
  );
}

function Subscriptions({ subscriptions }: Pick<Detail, "subscriptions">) {
  const t = useTranslations("admin");
  const labels = useAdminLabels();
  const columns = ["plan", "status", "periodEnds", "created", "subscription"] as const;
  return (
    <DataTable label={t("subscriptions.title")} columns={columns.map((name) => ({ label: t(`column.${name}`) }))}>
      {subscriptions.map((subscription) => (
        <Table.Tr key={subscription.id}>
          <Table.Td>{labels.plan(subscription.planKey)}</Table.Td>
          <Table.Td>
            <SubscriptionStatusBadge subscription={subscription} />
            {isOpenCancellation(subscription.providerCancel) ? (
              <Text size="xs" fw={subscription.providerCancel === "failed" ? 600 : 400}>
                {t(`providerCancel.${subscription.providerCancel}`)}
              </Text>
            ) : null}
          </Table.Td>
          <Table.Td>
            <Time at={subscription.currentPeriodEnd} />
          </Table.Td>
          <Table.Td>
            <Time at={subscription.createdAt} />
          </Table.Td>
          <Table.Td>
            <IdText id={subscription.id} />
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}

/** A finished cancellation shows in the status of the subscription. */
function isOpenCancellation(state: string | null): state is "queued" | "failed" {
  return state === "queued" || state === "failed";
}

function Schedules({ schedules }: Pick<Detail, "schedules">) {
  const t = useTranslations("admin");
  const labels = useAdminLabels();
  const format = useFormat();
  const columns = [
    { label: t("column.next") },
    { label: t("column.plan") },
    { label: t("column.perGrant"), isNumber: true },
    { label: t("column.grantsLeft"), isNumber: true },
    { label: t("column.creditsLeft"), isNumber: true },
    { label: t("column.action") },
  ];
  return (
    <DataTable label={t("user.schedules")} columns={columns}>
      {schedules.map((schedule) => (
        <Table.Tr key={schedule.id}>
          <Table.Td>{schedule.pausedAt === null ? <Time at={schedule.nextGrantAt} /> : t("schedules.paused")}</Table.Td>
          <Table.Td>{labels.plan(schedule.planKey)}</Table.Td>
          <Table.Td data-end>{format.number(schedule.creditsPerGrant)}</Table.Td>
          <Table.Td data-end>{format.number(schedule.grantsRemaining)}</Table.Td>
          <Table.Td data-end>{format.number(schedule.totalCreditsRemaining)}</Table.Td>
          <Table.Td>
            <PauseScheduleButton
              scheduleId={schedule.id}
              isPaused={schedule.pausedAt !== null}
              updatedAt={schedule.updatedAt}
            />
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}
