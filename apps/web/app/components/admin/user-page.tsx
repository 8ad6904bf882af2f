import type { ApiOutputs } from "@app/api/root";
import { Anchor, SimpleGrid } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useLocalePath } from "~/i18n/use-locale-path";
import { LedgerRows } from "../billing/ledger-rows";
import { PaymentRows } from "../billing/payment-rows";
import { GenerationGrid } from "../history/generation-grid";
import { EmptyState } from "../page/empty-state";
import { PageHeader } from "../page/page-header";
import { Section } from "../page/section";
import { AdjustCreditsCard } from "./adjust-credits-card";
import { BanCard } from "./ban-card";
import { ChangePlanCard } from "./change-plan-card";
import { RefundButton } from "./refund-button";
import { RoleCard } from "./role-card";
import { UnbanCard } from "./unban-card";
import { UserFacts } from "./user-facts";

/** A user, what an administrator can do, and the newest of what belongs to the user. */
export function UserPage({ detail }: { detail: ApiOutputs["admin"]["users"]["get"] }) {
  const path = useLocalePath();
  const { user, ledger, payments, generations } = detail;
  const wholeLedger = path(`/admin/credits?${new URLSearchParams({ user: user.id })}`);
  return (
    <>
      <PageHeader title={user.email} description={user.name} />
      <UserFacts user={user} />
      <Section title="Administration">
        <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
          <AdjustCreditsCard userId={user.id} />
          <ChangePlanCard userId={user.id} planKey={user.planKey} />
          {user.banned ? <UnbanCard user={user} /> : <BanCard userId={user.id} />}
          <RoleCard userId={user.id} role={user.role} />
        </SimpleGrid>
      </Section>
      <Section
        title="Newest ledger entries"
        action={
          <Anchor component={Link} to={wholeLedger} size="sm">
            The whole ledger
          </Anchor>
        }
      >
        {ledger.length > 0 ? (
          <LedgerRows entries={ledger} />
        ) : (
          <EmptyState>The balance has not changed yet.</EmptyState>
        )}
      </Section>
      <Section title="Newest payments">
        {payments.length > 0 ? <PaymentRows payments={payments} /> : <EmptyState>No payments.</EmptyState>}
      </Section>
      <Section title="Newest images and videos">
        {generations.length > 0 ? (
          <GenerationGrid
            generations={generations}
            actionFor={({ id, status, prompt }) =>
              status === "failed" ? <RefundButton generationId={id} label={prompt} /> : null
            }
          />
        ) : (
          <EmptyState>No images or videos.</EmptyState>
        )}
      </Section>
    </>
  );
}
