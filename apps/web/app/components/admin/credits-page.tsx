import type { ApiOutputs } from "@app/api/root";
import { Table } from "@mantine/core";
import { LedgerCells, useLedgerColumns } from "../billing/ledger-rows";
import { EmptyState } from "../page/empty-state";
import { PageHeader } from "../page/page-header";
import { PageLinks } from "../page/page-links";
import { TableRegion } from "../page/table-region";
import type { LedgerFilterFields } from "./ledger-filter";
import { LedgerFilterForm } from "./ledger-filter-form";
import { UserLink } from "./user-link";

interface CreditsPageProps {
  ledger: ApiOutputs["admin"]["ledger"];
  fields: LedgerFilterFields;
}

/** Everybody's ledger. */
export function CreditsPage({ ledger, fields }: CreditsPageProps) {
  const columns = [...useLedgerColumns(), "User"];
  return (
    <>
      <PageHeader title="Credits" />
      <LedgerFilterForm fields={fields} />
      {ledger.items.length === 0 ? <EmptyState>No entries match.</EmptyState> : null}
      {ledger.items.length > 0 ? (
        <TableRegion label="Credit ledger" columns={columns}>
          {ledger.items.map((entry) => (
            <Table.Tr key={entry.id}>
              <LedgerCells entry={entry} />
              <Table.Td>
                <UserLink userId={entry.userId} text={entry.userEmail} />
              </Table.Td>
            </Table.Tr>
          ))}
        </TableRegion>
      ) : null}
      <PageLinks nextCursor={ledger.nextCursor} />
    </>
  );
}
