import type { ApiOutputs } from "@app/api/root";
import { Alert, Button, Stack, Table, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useTRPCClient } from "~/trpc/client";
import { FailureNotice } from "~/ui/failure-notice";
import { Section } from "~/ui/page-layout";
import { failureFromError } from "~/ui/read-failure";
import { IdText } from "./cell-values";
import { DataTable } from "./data-table";

type LedgerCheck = ApiOutputs["admin"]["verifyLedger"];

/** Verifies that balances, ledger entries and payments agree, on demand. */
export function LedgerVerification() {
  const t = useTranslations("admin.verification");
  const api = useTRPCClient();
  // A query run as a mutation, so that it is not refetched automatically and its result is not cached.
  const check = useMutation({ mutationFn: () => api.admin.verifyLedger.query() });
  return (
    <Section
      title={t("title")}
      action={
        <Button size="compact-sm" variant="default" loading={check.isPending} onClick={() => check.mutate()}>
          {t("verify")}
        </Button>
      }
    >
      <div aria-live="polite" aria-busy={check.isPending}>
        {check.error ? <FailureNotice failure={failureFromError(check.error)} /> : null}
        {check.isIdle ? <Text c="dimmed">{t("about")}</Text> : null}
        {check.data ? <Outcome check={check.data} /> : null}
      </div>
    </Section>
  );
}

function Outcome({ check }: { check: LedgerCheck }) {
  const t = useTranslations("admin.verification");
  const { users, entries, payments, differenceCount, differences } = check;
  if (differenceCount === 0) return <Alert>{t("right", { users, entries, payments })}</Alert>;
  return (
    <Stack gap="sm">
      <Alert color="red">
        {t("wrong", { count: differenceCount, users, entries, payments, shown: differences.length })}
      </Alert>
      <DataTable
        label={t("differences")}
        columns={[
          { label: t("check") },
          { label: t("row") },
          { label: t("expected"), isNumber: true },
          { label: t("actual"), isNumber: true },
        ]}
      >
        {differences.map((row) => (
          <Table.Tr key={`${row.check} ${row.id}`}>
            <Table.Td data-wrap>{row.check}</Table.Td>
            <Table.Td>
              <IdText id={row.id} />
            </Table.Td>
            <Table.Td data-end>{row.expected}</Table.Td>
            <Table.Td data-end>{row.found}</Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
    </Stack>
  );
}
