import type { ApiOutputs } from "@app/api/root";
import { FILTER_MAX_CHARACTERS } from "@app/core/admin/admin-options";
import { Button, Group, NativeSelect, Table, Text, TextInput } from "@mantine/core";
import { Form, Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { PageLinks } from "~/ui/link-navigation";
import { PageHeader } from "~/ui/page-layout";
import { Time } from "~/ui/time";
import { useFilterForm } from "~/ui/use-filter-form";
import { IdText, UserLink } from "./cell-values";
import { DataTable, EmptyList } from "./data-table";

type Log = ApiOutputs["admin"]["auditLog"];

interface AuditPageProps {
  log: Log;
  filter: { action: string; actor: string; target: string };
}

const COLUMNS = ["time", "actor", "action", "target", "detail"] as const;

/** The log of admin actions: who did what to which user, and why. */
export function AuditPage({ log, filter }: AuditPageProps) {
  const t = useTranslations("admin");
  return (
    <>
      <PageHeader title={t("audit.title")} description={t("audit.about")} />
      <AuditFilterForm {...filter} />
      {log.items.length === 0 ? (
        <EmptyList>{t("audit.none")}</EmptyList>
      ) : (
        <DataTable label={t("audit.title")} columns={COLUMNS.map((name) => ({ label: t(`column.${name}`) }))}>
          {log.items.map((entry) => (
            <AuditRow key={entry.id} entry={entry} />
          ))}
        </DataTable>
      )}
      <PageLinks nextCursor={log.nextCursor} />
    </>
  );
}

function AuditFilterForm({ action, actor, target }: AuditPageProps["filter"]) {
  const t = useTranslations("admin.audit");
  const actionName = useAuditActionName();
  const actions = [
    { value: "", label: t("any") },
    ...AUDIT_ACTIONS.map((value) => ({ value, label: actionName(value) })),
  ];
  return (
    <Form method="get" ref={useFilterForm({ action, actor, target })}>
      <Group gap="xs" align="flex-end" mb="md">
        <NativeSelect label={t("action")} name="action" data={actions} defaultValue={action} />
        <TextInput
          label={t("actor")}
          placeholder={t("idHint")}
          name="actor"
          maxLength={FILTER_MAX_CHARACTERS}
          defaultValue={actor}
        />
        <TextInput
          label={t("target")}
          placeholder={t("idHint")}
          name="target"
          maxLength={FILTER_MAX_CHARACTERS}
          defaultValue={target}
        />
        <Button type="submit" variant="default">
          {t("filter")}
        </Button>
        <Button component={Link} to="?" variant="subtle" color="gray">
          {t("clear")}
        </Button>
      </Group>
    </Form>
  );
}

function AuditRow({ entry }: { entry: Log["items"][number] }) {
  const actionName = useAuditActionName();
  return (
    <Table.Tr>
      <Table.Td>
        <Time at={entry.createdAt} />
      </Table.Td>
      <Table.Td>
        {/* The service itself has no address, and no page. */}
        {entry.actorEmail === entry.actorId ? (
          <IdText id={entry.actorId} />
        ) : (
          <UserLink userId={entry.actorId} text={entry.actorEmail} />
        )}
      </Table.Td>
      <Table.Td>{actionName(entry.action)}</Table.Td>
      <Table.Td>
        {entry.targetId && entry.targetEmail ? (
          <UserLink userId={entry.targetId} text={entry.targetEmail} />
        ) : (
          <IdText id={entry.targetId} />
        )}
      </Table.Td>
      <Table.Td data-wrap>
        {auditDetailFields(entry.detail).map(([name, value]) => (
          <Text key={name} size="sm" component="div">
            <Text span inherit c="dimmed">
              {name}
            </Text>{" "}
            {value}
          </Text>
        ))}
      </Table.Td>
    </Table.Tr>
  );
}

/** All audited actions with the keys of their texts. A text key cannot contain a dot. */
const TEXT_KEY_BY_ACTION = {
  "account.delete": "accountDelete",
  "account.second_factor_off": "accountSecondFactorOff",
  "account.second_factor_on": "accountSecondFactorOn",
  "apiKey.create": "apiKeyCreate",
  "apiKey.revoke": "apiKeyRevoke",
  "webhook.create": "webhookCreate",
  "webhook.update": "webhookUpdate",
  "webhook.revealSecret": "webhookRevealSecret",
  "webhook.rotateSecret": "webhookRotateSecret",
  "webhook.pause": "webhookPause",
  "webhook.resume": "webhookResume",
  "webhook.remove": "webhookRemove",
  "credits.adjust": "creditsAdjust",
  "generation.refund": "generationRefund",
  "payment.dismiss": "paymentDismiss",
  "payment.other_product": "paymentOtherProduct",
  "payment.take_back": "paymentTakeBack",
  "schedule.resume": "scheduleResume",
  "schedule.stop": "scheduleStop",
  "schedules.run": "schedulesRun",
  "subscription.cancel": "subscriptionCancel",
  "subscription.downgrade": "subscriptionDowngrade",
  "subscription.resume": "subscriptionResume",
  "subscription.upgrade": "subscriptionUpgrade",
  "user.ban": "userBan",
  "user.role": "userRole",
  "user.unban": "userUnban",
  "webhook.replay": "webhookReplay",
} as const;

type AuditAction = keyof typeof TEXT_KEY_BY_ACTION;

export const AUDIT_ACTIONS = Object.keys(TEXT_KEY_BY_ACTION).filter(isAuditAction);

function isAuditAction(action: string): action is AuditAction {
  return Object.hasOwn(TEXT_KEY_BY_ACTION, action);
}

/** Returns a function that translates an action. An unknown action is returned unchanged. */
function useAuditActionName(): (action: string) => string {
  const t = useTranslations("admin");
  return (action) => (isAuditAction(action) ? t(`auditAction.${TEXT_KEY_BY_ACTION[action]}`) : action);
}

/**
 * Splits the detail of an audit entry into fields and omits empty ones.
 * @param detail JSON object; any other text becomes a single field without a name
 */
export function auditDetailFields(detail: string): [name: string, value: string][] {
  const fields = parseJson(detail);
  if (typeof fields !== "object" || fields === null) return detail ? [["", detail]] : [];
  return Object.entries(fields).flatMap(([name, value]): [string, string][] =>
    value === null || value === "" ? [] : [[name, typeof value === "string" ? value : JSON.stringify(value)]],
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
