import { Code, SimpleGrid, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useFormat } from "~/i18n/use-format";
import { planName } from "../pricing/plan-name";
import { CreditAmount } from "../shell/credit-amount";
import type { AdminUser } from "./user-rows";

/** What is known of a user. */
export function UserFacts({ user }: { user: AdminUser }) {
  const format = useFormat();
  return (
    <SimpleGrid component="dl" cols={{ base: 2, sm: 4 }} m={0} mb="xl">
      <Fact name="Credits">
        <CreditAmount credits={user.credits} />
      </Fact>
      <Fact name="Plan">{planName(user.planKey)}</Fact>
      <Fact name="Role">{user.role}</Fact>
      <Fact name="E-mail verified">{user.emailVerified ? "Yes" : "No"}</Fact>
      <Fact name="Created">{format.dateTime(user.createdAt)}</Fact>
      <Fact name="Last active">{format.dateTime(user.updatedAt)}</Fact>
      <Fact name="Id">
        <Code style={{ overflowWrap: "anywhere" }}>{user.id}</Code>
      </Fact>
    </SimpleGrid>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="dd" m={0} fw={500}>
        {children}
      </Text>
    </div>
  );
}
