import type { ApiOutputs } from "@app/api/root";
import { SORT_DIRECTIONS, USER_SORTS } from "@app/core/admin/admin-options";
import { Badge, Box, Group, Stack, Table, Text } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { PageLinks } from "~/ui/link-navigation";
import { PageHeader } from "~/ui/page-layout";
import { Time } from "~/ui/time";
import { CreditAmount } from "../credits/credit-amount";
import { BanBadge, IdText, UserLink, UserName, useAdminLabels } from "./cell-values";
import { type Column, DataTable, EmptyList } from "./data-table";
import { SearchForm } from "./search-form";

/** List of all users. */
export function UsersPage({ users }: { users: ApiOutputs["admin"]["users"]["list"] }) {
  const t = useTranslations("admin.users");
  return (
    <>
      <PageHeader title={t("title")} description={t("about")} />
      <Box mb="md">
        <SearchForm placeholder={t("search")} keep={["sort", "direction"]} />
      </Box>
      {users.items.length === 0 ? <EmptyList>{t("none")}</EmptyList> : <UsersTable users={users.items} />}
      <PageLinks nextCursor={users.nextCursor} />
    </>
  );
}

type User = ApiOutputs["admin"]["users"]["list"]["items"][number];

function UsersTable({ users }: { users: readonly User[] }) {
  const t = useTranslations("admin");
  const columns: Column[] = [
    { label: t("column.email"), sort: "email" },
    { label: t("column.credits"), sort: "credits", isNumber: true },
    { label: t("column.plan") },
    { label: t("column.state") },
    { label: t("column.lastActive"), sort: "updatedAt" },
    { label: t("column.created"), sort: "createdAt" },
    { label: t("column.id") },
  ];
  return (
    <DataTable label={t("users.title")} columns={columns}>
      {users.map((user) => (
        <UserRow key={user.id} user={user} />
      ))}
    </DataTable>
  );
}

function UserRow({ user }: { user: User }) {
  const t = useTranslations("admin");
  const labels = useAdminLabels();
  return (
    <Table.Tr>
      <Table.Td>
        <Stack gap={0}>
          <UserLink userId={user.id} text={user.email} />
          <Text size="xs" c="dimmed">
            <UserName name={user.name} />
          </Text>
        </Stack>
      </Table.Td>
      <Table.Td data-end>
        <CreditAmount credits={user.credits} />
      </Table.Td>
      <Table.Td>{labels.plan(user.planKey)}</Table.Td>
      <Table.Td data-wrap={user.banReason !== null || undefined}>
        <Group gap={4}>
          {user.role === "admin" ? (
            <Badge variant="light" tt="none" miw="max-content">
              {t("role.admin")}
            </Badge>
          ) : null}
          <BanBadge user={user} />
          {user.emailVerified ? null : (
            <Badge color="gray" variant="light" tt="none" miw="max-content" c="var(--mantine-color-text)">
              {t("users.unverified")}
            </Badge>
          )}
        </Group>
        {user.banned && user.banReason ? (
          <Text size="xs" c="dimmed" lineClamp={2} title={user.banReason}>
            {user.banReason}
          </Text>
        ) : null}
      </Table.Td>
      <Table.Td>
        <Time at={user.updatedAt} />
      </Table.Td>
      <Table.Td>
        <Time at={user.createdAt} />
      </Table.Td>
      <Table.Td>
        <IdText id={user.id} />
      </Table.Td>
    </Table.Tr>
  );
}

/** Reads the sort order from the query parameters. Invalid values are ignored. */
export function readUserOrder(params: URLSearchParams) {
  return {
    sort: USER_SORTS.find((sort) => sort === params.get("sort")),
    direction: SORT_DIRECTIONS.find((direction) => direction === params.get("direction")),
  };
}
