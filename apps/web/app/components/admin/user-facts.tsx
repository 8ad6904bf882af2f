import { Code } from "@mantine/core";
import { useFormat } from "~/i18n/use-format";
import { planName } from "../pricing/plan-name";
import { CreditAmount } from "../shell/credit-amount";
import { Fact, FactList } from "./fact-list";
import type { AdminUser } from "./user-rows";

/** What is known of a user. */
export function UserFacts({ user }: { user: AdminUser }) {
  const format = useFormat();
  return (
    <FactList>
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
    </FactList>
  );
}
