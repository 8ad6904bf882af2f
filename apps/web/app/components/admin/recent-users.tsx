import type { ApiOutputs } from "@app/api/root";
import { Table } from "@mantine/core";
import { useFormat } from "~/i18n/use-format";
import { EmptyState } from "../page/empty-state";
import { TableRegion } from "../page/table-region";
import { planName } from "../pricing/plan-name";
import { CreditAmount } from "../shell/credit-amount";
import { UserLink } from "./user-link";

const COLUMNS = ["E-mail", "Name", "Plan", "Credits", "Since"];

export function RecentUsers({ users }: { users: ApiOutputs["admin"]["statistics"]["recentUsers"] }) {
  const format = useFormat();
  if (users.length === 0) return <EmptyState>Nobody has signed up yet.</EmptyState>;
  return (
    <TableRegion label="Newest users" columns={COLUMNS}>
      {users.map((user) => (
        <Table.Tr key={user.id}>
          <Table.Td>
            <UserLink userId={user.id} text={user.email} />
          </Table.Td>
          <Table.Td>{user.name ?? "—"}</Table.Td>
          <Table.Td>{planName(user.planKey)}</Table.Td>
          <Table.Td>
            <CreditAmount credits={user.credits} />
          </Table.Td>
          <Table.Td>{format.dateTime(user.createdAt)}</Table.Td>
        </Table.Tr>
      ))}
    </TableRegion>
  );
}
