import type { ApiOutputs } from "@app/api/root";
import { Table } from "@mantine/core";
import { useFormat } from "~/i18n/use-format";
import { TableRegion } from "../page/table-region";
import { CreditAmount } from "../shell/credit-amount";
import { banEnd } from "./ban-end";
import { UserLink } from "./user-link";

export type AdminUser = ApiOutputs["admin"]["users"]["list"]["items"][number];

const COLUMNS = [
  "E-mail",
  "Name",
  "Verified",
  "Credits",
  "Role",
  "Plan",
  "Banned",
  "Ban reason",
  "Ban ends",
  "Created",
  "Last active",
  "Id",
];

export function UserRows({ users }: { users: readonly AdminUser[] }) {
  return (
    <TableRegion label="Users" columns={COLUMNS}>
      {users.map((user) => (
        <UserRow key={user.id} user={user} />
      ))}
    </TableRegion>
  );
}

function UserRow({ user }: { user: AdminUser }) {
  const format = useFormat();
  return (
    <Table.Tr>
      <Table.Td>
        <UserLink userId={user.id} text={user.email} />
      </Table.Td>
      <Table.Td>{user.name ?? "—"}</Table.Td>
      <Table.Td>{user.emailVerified ? "Yes" : "No"}</Table.Td>
      <Table.Td>
        <CreditAmount credits={user.credits} />
      </Table.Td>
      <Table.Td>{user.role}</Table.Td>
      <Table.Td>{user.planKey}</Table.Td>
      <Table.Td c={user.banned ? "red" : "inherit"}>{user.banned ? "Yes" : "No"}</Table.Td>
      <Table.Td data-wrap>{user.banReason ?? "—"}</Table.Td>
      <Table.Td>{banEnd(user, format)}</Table.Td>
      <Table.Td>{format.dateTime(user.createdAt)}</Table.Td>
      <Table.Td>{format.dateTime(user.updatedAt)}</Table.Td>
      <Table.Td>{user.id}</Table.Td>
    </Table.Tr>
  );
}
