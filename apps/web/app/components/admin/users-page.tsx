import type { ApiOutputs } from "@app/api/root";
import { Button, Group, TextInput } from "@mantine/core";
import { Form } from "@remix-run/react";
import { EmptyState } from "../page/empty-state";
import { PageHeader } from "../page/page-header";
import { PageLinks } from "../page/page-links";
import { UserRows } from "./user-rows";

interface UsersPageProps {
  users: ApiOutputs["admin"]["users"]["list"];
  search: string;
}

export function UsersPage({ users, search }: UsersPageProps) {
  return (
    <>
      <PageHeader title="Users" />
      <Form method="get" key={search}>
        <Group align="flex-end" gap="xs" mb="md">
          <TextInput
            label="Search"
            description="Part of an e-mail address or name, or an id"
            type="search"
            name="search"
            defaultValue={search}
            style={{ flex: "1 1 240px" }}
          />
          <Button type="submit">Search</Button>
        </Group>
      </Form>
      {users.items.length === 0 ? <EmptyState>Nobody matches.</EmptyState> : <UserRows users={users.items} />}
      <PageLinks nextCursor={users.nextCursor} />
    </>
  );
}
