import type { ApiOutputs } from "@app/api/root";
import { Anchor, Code } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { PageHeader, Section } from "~/ui/page-layout";
import { Time } from "~/ui/time";
import { Fact, FactList, IdText, UserLink } from "./cell-values";
import { OutcomeBadge, ReplayWebhookButton } from "./webhook-outcome";

const PAYLOAD_HEIGHT_MAX = 560;

type Event = ApiOutputs["admin"]["webhookEvents"]["get"];

/** Details and payload of a webhook event. */
export function WebhookPage({ event }: { event: Event }) {
  const t = useTranslations("admin.webhooks");
  const path = useLocalePath();
  return (
    <>
      <Anchor component={Link} to={path("/admin/webhooks")} size="sm">
        {t("all")}
      </Anchor>
      <PageHeader
        title={event.eventType}
        actions={<ReplayWebhookButton eventId={event.id} label={`${event.eventType} ${event.providerEventId ?? ""}`} />}
      />
      <EventFacts event={event} />
      <Section title={t("raw")}>
        <Code
          block
          role="region"
          aria-label={t("raw")}
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

function EventFacts({ event }: { event: Event }) {
  const t = useTranslations("admin.column");
  return (
    <FactList>
      <Fact name={t("outcome")}>
        <OutcomeBadge outcome={event.outcome} />
      </Fact>
      <Fact name={t("detail")}>{event.detail ?? "—"}</Fact>
      <Fact name={t("user")}>
        {event.userId ? <UserLink userId={event.userId} text={<IdText id={event.userId} />} /> : "—"}
      </Fact>
      <Fact name={t("provider")}>{event.provider}</Fact>
      <Fact name={t("event")}>
        <IdText id={event.providerEventId} />
      </Fact>
      <Fact name={t("payment")}>
        <IdText id={event.paymentId} />
      </Fact>
      <Fact name={t("subscription")}>
        <IdText id={event.subscriptionId} />
      </Fact>
      <Fact name={t("id")}>
        <IdText id={event.id} />
      </Fact>
      <Fact name={t("sent")}>
        <Time at={event.eventAt} />
      </Fact>
      <Fact name={t("received")}>
        <Time at={event.receivedAt} />
      </Fact>
      <Fact name={t("processed")}>{event.processedAt ? <Time at={event.processedAt} /> : "—"}</Fact>
    </FactList>
  );
}

const INDENT = 2;

/** Pretty-prints JSON. Any other text is returned unchanged. */
export function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, INDENT);
  } catch {
    return text;
  }
}
