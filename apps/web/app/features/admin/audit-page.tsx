import type { ApiOutputs } from "@app/api/root";
import { Button, Group, NativeSelect, Table, Text, TextInput } from "@mantine/core";
import { Form, Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { PageLinks } from "~/ui/link-navigation";
import { EmptyState, PageHeader } from "~/ui/page-layout";
import { IdText, UserLink } from "./cell-values";
import { DataTable } from "./data-table";

type Log = ApiOutputs["admin"]["auditLog"];

interface AuditPageProps {
  log: Log;
  filter: { action: string; actor: string };
}

const COLUMNS = ["time", "actor", "action", "target", "detail"] as const;

/** What administrators did, to whom and why. */
export function AuditPage({ log, filter }: AuditPageProps) {
  const t = useTranslations("admin");
  return (
    <>
      <PageHeader title={t("audit.title")} description={t("audit.about")} />
      <AuditFilterForm {...filter} />
      {log.items.length === 0 ? (
        <EmptyState>{t("audit.none")}</EmptyState>
      ) : (
        <DataTable label={t("audit.title")} columns={COLUMNS.map((name) => ({ label: t(`column.${name}`) }))}>
          {log.items.map((deed) => (
            <AuditRow key={deed.id} deed={deed} />
          ))}
        </DataTable>
      )}
      <PageLinks nextCursor={log.nextCursor} />
    </>
  );
}

function AuditFilterForm({ action, actor }: AuditPageProps["filter"]) {
  const t = useTranslations("admin.audit");
  const actionName = useAuditActionName();
  const actions = [
    { value: "", label: t("any") },
    ...AUDIT_ACTIONS.map((value) => ({ value, label: actionName(value) })),
  ];
  return (
    <Form method="get" key={`${action} ${actor}`}>
      <Group gap="xs" align="flex-end" mb="md">
        <NativeSelect label={t("action")} name="action" data={actions} defaultValue={action} />
        <TextInput label={t("actor")} placeholder={t("actorHint")} name="actor" defaultValue={actor} />
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

function AuditRow({ deed }: { deed: Log["items"][number] }) {
  const format = useFormat();
  const actionName = useAuditActionName();
  return (
    <Table.Tr>
      <Table.Td>{format.dateTime(deed.createdAt)}</Table.Td>
      <Table.Td>
        <UserLink userId={deed.actorId} text={deed.actorEmail} />
      </Table.Td>
      <Table.Td>{actionName(deed.action)}</Table.Td>
      <Table.Td>
        {deed.targetId && deed.targetEmail ? (
          <UserLink userId={deed.targetId} text={deed.targetEmail} />
        ) : (
          <IdText id={deed.targetId} />
        )}
      </Table.Td>
      <Table.Td data-wrap>
        {auditDetailFields(deed.detail).map(([name, value]) => (
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

/** What the audit log knows of. The text's key cannot have the dot. */
const KEY_BY_ACTION = {
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
  "subscription.upgrade": "subscriptionUpgrade",
  "user.ban": "userBan",
  "user.role": "userRole",
  "user.unban": "userUnban",
  "webhook.replay": "webhookReplay",
} as const;

type AuditAction = keyof typeof KEY_BY_ACTION;

const AUDIT_ACTIONS = Object.keys(KEY_BY_ACTION).filter(isAuditAction);

function isAuditAction(action: string): action is AuditAction {
  return Object.hasOwn(KEY_BY_ACTION, action);
}

/** A deed in words; one that is not known stays as it is. */
function useAuditActionName(): (action: string) => string {
  const t = useTranslations("admin");
  return (action) => (isAuditAction(action) ? t(`auditAction.${KEY_BY_ACTION[action]}`) : action);
}

/** The particulars of a deed, name by name. What is empty is left out; a text that is no object stands for itself. */
export function auditDetailFields(detail: string): [name: string, value: string][] {
  const particulars = parseJson(detail);
  if (typeof particulars !== "object" || particulars === null) return detail ? [["", detail]] : [];
  return Object.entries(particulars).flatMap(([name, value]): [string, string][] =>
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
