import type { ApiOutputs } from "@app/api/root";
import { Alert, Button, Code, Stack, Table, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useFormat } from "~/i18n/use-format";
import { useTRPCClient } from "~/trpc/client";
import { FailureNotice } from "../failure/failure-notice";
import { readFailure } from "../failure/read-failure";
import { Section } from "../page/section";
import { TableRegion } from "../page/table-region";

type LedgerCheck = ApiOutputs["admin"]["verifyLedger"];

const COLUMNS = ["Check", "Row", "Expected", "Found"];

/** Adds all the money up, when asked to. */
export function LedgerVerification() {
  const api = useTRPCClient();
  // A query by nature, asked like a deed: it is never asked again by itself, and its answer is not kept.
  const check = useMutation({ mutationFn: () => api.admin.verifyLedger.query() });
  return (
    <Section
      title="Ledger verification"
      action={
        <Button size="compact-sm" variant="default" loading={check.isPending} onClick={() => check.mutate()}>
          Verify the ledger
        </Button>
      }
    >
      <div aria-live="polite" aria-busy={check.isPending}>
        {check.error ? <FailureNotice failure={readFailure(check.error)} /> : null}
        {check.isIdle ? <Text c="dimmed">Compares every balance, payment and generation with the ledger.</Text> : null}
        {check.data ? <Outcome check={check.data} /> : null}
      </div>
    </Section>
  );
}

function Outcome({ check }: { check: LedgerCheck }) {
  const format = useFormat();
  const extent = `${format.number(check.users)} users, ${format.number(check.entries)} entries, ${format.number(check.payments)} payments`;
  if (check.differenceCount === 0) return <Alert color="mint">The ledger adds up: {extent}.</Alert>;
  const [count, shown] = [check.differenceCount, check.differences.length];
  return (
    <Stack gap="sm">
      <Alert color="red">
        The ledger does not add up: {format.number(count)} {count === 1 ? "difference" : "differences"} in {extent}.
        {count > shown ? ` The first ${format.number(shown)} are listed.` : ""}
      </Alert>
      <TableRegion label="Differences" columns={COLUMNS}>
        {check.differences.map((row) => (
          <Table.Tr key={`${row.check} ${row.id}`}>
            <Table.Td>{row.check}</Table.Td>
            <Table.Td>
              <Code>{row.id}</Code>
            </Table.Td>
            <Table.Td>{row.expected}</Table.Td>
            <Table.Td>{row.found}</Table.Td>
          </Table.Tr>
        ))}
      </TableRegion>
    </Stack>
  );
}
