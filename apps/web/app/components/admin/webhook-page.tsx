import type { ApiOutputs } from "@app/api/root";
import { Anchor, Code } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useFormat } from "~/i18n/use-format";
import { useLocalePath } from "~/i18n/use-locale-path";
import { PageHeader } from "../page/page-header";
import { Section } from "../page/section";
import { Fact, FactList } from "./fact-list";
import { indentJson } from "./indent-json";
import { OutcomeBadge } from "./outcome-badge";
import { ReplayButton } from "./replay-button";
import { UserLink } from "./user-link";

const PAYLOAD_HEIGHT_MAX = 560;

/** One delivery of the provider: what became of it, and what was sent. */
export function WebhookPage({ event }: { event: ApiOutputs["admin"]["webhookEvents"]["get"] }) {
  const path = useLocalePath();
  const format = useFormat();
  return (
    <>
      <Anchor component={Link} to={path("/admin/webhooks")} size="sm">
        All deliveries
      </Anchor>
      <PageHeader
        title={event.eventType}
        actions={<ReplayButton eventId={event.id} label={`${event.eventType} ${event.providerEventId ?? ""}`} />}
      />
      <FactList>
        <Fact name="Outcome">
          <OutcomeBadge outcome={event.outcome} />
        </Fact>
        <Fact name="Detail">{event.detail ?? "—"}</Fact>
        <Fact name="User">{event.userId ? <UserLink userId={event.userId} text={event.userId} /> : "—"}</Fact>
        <Fact name="Provider">{event.provider}</Fact>
        <IdFact name="Event" id={event.providerEventId} />
        <IdFact name="Payment" id={event.paymentId} />
        <IdFact name="Subscription" id={event.subscriptionId} />
        <IdFact name="Id" id={event.id} />
        <Fact name="Sent">{format.dateTime(event.eventAt)}</Fact>
        <Fact name="Received">{format.dateTime(event.receivedAt)}</Fact>
        <Fact name="Processed">{event.processedAt ? format.dateTime(event.processedAt) : "—"}</Fact>
      </FactList>
      <Section title="Raw event">
        <Code
          block
          role="region"
          aria-label="Raw event"
          tabIndex={0}
          mah={PAYLOAD_HEIGHT_MAX}
          style={{ overflow: "auto" }}
        >
          {indentJson(event.payload)}
        </Code>
      </Section>
    </>
  );
}

function IdFact({ name, id }: { name: string; id: string | null }) {
  return <Fact name={name}>{id ? <Code style={{ overflowWrap: "anywhere" }}>{id}</Code> : "—"}</Fact>;
}
