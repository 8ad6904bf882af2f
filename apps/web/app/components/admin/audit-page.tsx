import type { ApiOutputs } from "@app/api/root";
import { Button, Group, NativeSelect, Table, Text, TextInput } from "@mantine/core";
import { Form, Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/use-format";
import { EmptyState } from "../page/empty-state";
import { PageHeader } from "../page/page-header";
import { PageLinks } from "../page/page-links";
import { AUDIT_ACTIONS, useAuditActionName } from "./audit-actions";
import { auditDetailFields } from "./audit-detail";
import { DataTable } from "./data-table";
import { IdText } from "./id-text";
import { UserLink } from "./user-link";

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
