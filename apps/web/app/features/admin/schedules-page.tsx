import type { ApiOutputs } from "@app/api/root";
import { Badge, Stack, Table } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { FilterLinks, PageLinks } from "~/ui/link-navigation";
import { PageHeader } from "~/ui/page-layout";
import { Time } from "~/ui/time";
import { IdText, UserLink, useAdminLabels } from "./cell-values";
import { type Column, DataTable, EmptyList } from "./data-table";
import { PauseScheduleButton, RunSchedulesButton } from "./schedule-actions";
import { SearchForm } from "./search-form";

type Schedules = ApiOutputs["admin"]["schedules"]["list"];

/** Schedules with instalments still to be granted, ordered by due date. */
export function SchedulesPage({ schedules }: { schedules: Schedules }) {
  const t = useTranslations("admin.schedules");
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("about")}
        actions={<RunSchedulesButton overdue={schedules.overdue} />}
      />
      <Stack gap="md">
        <SearchForm placeholder={t("search")} keep={["show"]} />
        <FilterLinks
          label={t("show")}
          parameter="show"
          choices={[
            { value: "", label: t("all") },
            { value: "overdue", label: t("overdueOnly", { count: schedules.overdue }) },
          ]}
        />
        {schedules.items.length === 0 ? (
          <EmptyList>{t("none")}</EmptyList>
        ) : (
          <SchedulesTable schedules={schedules.items} />
        )}
      </Stack>
      <PageLinks nextCursor={schedules.nextCursor} />
    </>
  );
}

function SchedulesTable({ schedules }: { schedules: Schedules["items"] }) {
  const t = useTranslations("admin");
  const columns: Column[] = [
    { label: t("column.next") },
    { label: t("column.user") },
    { label: t("column.plan") },
    { label: t("column.perGrant"), isNumber: true },
    { label: t("column.grantsLeft"), isNumber: true },
    { label: t("column.creditsLeft"), isNumber: true },
    { label: t("column.subscription") },
    { label: t("column.action") },
  ];
  return (
    <DataTable label={t("schedules.title")} columns={columns}>
      {schedules.map((schedule) => (
        <ScheduleRow key={schedule.id} schedule={schedule} />
      ))}
    </DataTable>
  );
}

function ScheduleRow({ schedule }: { schedule: Schedules["items"][number] }) {
  const t = useTranslations("admin.schedules");
  const labels = useAdminLabels();
  const format = useFormat();
  return (
    <Table.Tr>
      <Table.Td>
        <Stack gap={2} align="flex-start">
          <Time at={schedule.nextGrantAt} />
          {schedule.isOverdue || schedule.isPaused ? (
            <Badge
              color={schedule.isPaused ? "gray" : "yellow"}
              variant="light"
              tt="none"
              miw="max-content"
              c="var(--mantine-color-text)"
            >
              {t(schedule.isPaused ? "paused" : "overdue")}
            </Badge>
          ) : null}
        </Stack>
      </Table.Td>
      <Table.Td>
        <UserLink userId={schedule.userId} text={schedule.userEmail} />
      </Table.Td>
      <Table.Td>{labels.plan(schedule.planKey)}</Table.Td>
      <Table.Td data-end>{format.number(schedule.creditsPerGrant)}</Table.Td>
      <Table.Td data-end>{format.number(schedule.grantsRemaining)}</Table.Td>
      <Table.Td data-end>{format.number(schedule.totalCreditsRemaining)}</Table.Td>
      <Table.Td>
        <IdText id={schedule.subscriptionId} />
      </Table.Td>
      <Table.Td>
        <PauseScheduleButton scheduleId={schedule.id} isPaused={schedule.isPaused} updatedAt={schedule.updatedAt} />
      </Table.Td>
    </Table.Tr>
  );
}
