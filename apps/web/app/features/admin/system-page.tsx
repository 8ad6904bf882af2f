import type { ApiOutputs } from "@app/api/root";
import { Alert, Badge, Button, SimpleGrid, Stack, Table, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useTRPC } from "~/trpc/client";
import { FailureNotice } from "~/ui/failure-notice";
import { FigureCard, PageHeader, Section } from "~/ui/page-layout";
import { failureFromError } from "~/ui/read-failure";
import { Time } from "~/ui/time";
import { DataTable } from "./data-table";

type Status = ApiOutputs["admin"]["system"]["status"];
type CheckResult = ApiOutputs["admin"]["system"]["check"][number];

const COLORS: Record<CheckResult["status"], string> = { ok: "mint", off: "gray", warning: "yellow", error: "red" };

/** What runs, which versions, and checks of everything that the service needs. */
export function SystemPage({ status }: { status: Status }) {
  const t = useTranslations("admin.system");
  const format = useFormat();
  const at = (date: Date | null) => (date ? <Time at={date} /> : t("never"));
  const { jobs, versions } = status;
  return (
    <>
      <PageHeader title={t("title")} description={t("about")} />
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} mb="xl">
        <FigureCard label={t("worker")} value={at(status.lastMaintenanceAt)} />
        <FigureCard label={t("instalments")} value={at(status.lastGrantRunAt)} />
        <FigureCard label={t("webhook")} value={at(status.lastWebhookAt)} />
        <FigureCard
          label={t("jobs")}
          value={t("waiting", { count: jobs.waiting })}
          note={t("jobsNote", { failing: jobs.failing, givenUp: jobs.givenUp })}
        />
        <FigureCard label={t("due")} value={format.number(status.dueSchedules)} />
        <FigureCard
          label={t("versions")}
          value={`${t("postgres")} ${versions.postgres}`}
          note={
            <>
              {t("node")} {versions.node} · {t("migration")}: {versions.migration ?? "–"}
            </>
          }
        />
      </SimpleGrid>
      <SystemChecks />
    </>
  );
}

/** Runs on demand, because it calls every other service. */
function SystemChecks() {
  const t = useTranslations("admin.system");
  const check = useMutation(useTRPC().admin.system.check.mutationOptions());
  return (
    <Section
      title={t("checks")}
      action={
        <Button size="compact-sm" variant="default" loading={check.isPending} onClick={() => check.mutate()}>
          {t("run")}
        </Button>
      }
    >
      <div aria-live="polite" aria-busy={check.isPending}>
        {check.error ? <FailureNotice failure={failureFromError(check.error)} /> : null}
        {check.isIdle ? <Text c="dimmed">{t("checksAbout")}</Text> : null}
        {check.data ? <Results results={check.data} /> : null}
      </div>
    </Section>
  );
}

function Results({ results }: { results: CheckResult[] }) {
  const t = useTranslations("admin");
  const count = (status: CheckResult["status"]) => results.filter((result) => result.status === status).length;
  const [errors, warnings] = [count("error"), count("warning")];
  const isFine = errors + warnings === 0;
  return (
    <Stack gap="sm">
      <Alert color={isFine ? "mint" : errors > 0 ? "red" : "yellow"}>
        {isFine ? t("system.allRight") : t("system.problems", { errors, warnings })}
      </Alert>
      <DataTable
        label={t("system.checks")}
        columns={[{ label: t("column.check") }, { label: t("column.state") }, { label: t("column.detail") }]}
      >
        {results.map((result) => (
          <Table.Tr key={`${result.area} ${result.message}`}>
            <Table.Td>{t(`system.area.${result.area}`)}</Table.Td>
            <Table.Td>
              <Badge
                color={COLORS[result.status]}
                variant="light"
                tt="none"
                miw="max-content"
                c="var(--mantine-color-text)"
              >
                {t(`system.state.${result.status}`)}
              </Badge>
            </Table.Td>
            {/* The server's words for operators, which are English in every language. */}
            <Table.Td data-wrap lang="en">
              {result.message}
            </Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
    </Stack>
  );
}
