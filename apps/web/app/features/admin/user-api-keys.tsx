import type { ApiOutputs } from "@app/api/root";
import { Code, Group, Table, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useTRPCClient } from "~/trpc/client";
import { acceptGone } from "~/ui/accept-gone";
import { Time } from "~/ui/time";
import { useNotifyDone } from "~/ui/use-notify-done";
import { ConfirmedAction, useNotifyLateActionFailure } from "./action-dialog";
import { type Column, DataTable } from "./data-table";

type ApiKey = ApiOutputs["admin"]["apiKeys"]["list"][number];

/** The API keys of a user that are not revoked. An administrator can revoke them. */
export function ApiKeysTable({ userId, apiKeys }: { userId: string; apiKeys: readonly ApiKey[] }) {
  const t = useTranslations("admin");
  const columns: Column[] = [
    { label: t("apiKeys.name") },
    { label: t("column.scopes") },
    { label: t("column.spent"), isNumber: true },
    { label: t("column.lastUsed") },
    { label: t("column.expires") },
    { label: t("column.created") },
    { label: t("column.actions") },
  ];
  return (
    <DataTable label={t("user.apiKeys")} columns={columns}>
      {apiKeys.map((apiKey) => (
        <ApiKeyRow key={apiKey.id} userId={userId} apiKey={apiKey} />
      ))}
    </DataTable>
  );
}

function ApiKeyRow({ userId, apiKey }: { userId: string; apiKey: ApiKey }) {
  const t = useTranslations("account.apiKeys");
  const format = useFormat();
  const { name, prefix, scopes, creditLimit, creditsUsed, lastUsedAt, expiresAt, createdAt } = apiKey;
  const used = format.number(creditsUsed);
  return (
    <Table.Tr>
      <Table.Td data-wrap>
        <Group gap="xs">
          <Text span inherit style={{ overflowWrap: "anywhere" }}>
            {name}
          </Text>
          <Code>{prefix}…</Code>
        </Group>
      </Table.Td>
      <Table.Td data-wrap>{scopes.map((scope) => t(`scope.${scope}`)).join(", ")}</Table.Td>
      <Table.Td data-end>{creditLimit === null ? used : `${used} / ${format.number(creditLimit)}`}</Table.Td>
      <Table.Td>{lastUsedAt ? <Time at={lastUsedAt} /> : "—"}</Table.Td>
      <Table.Td>{expiresAt ? <Time at={expiresAt} /> : t("never")}</Table.Td>
      <Table.Td>
        <Time at={createdAt} />
      </Table.Td>
      <Table.Td>
        <RevokeButton userId={userId} keyId={apiKey.id} name={name} />
      </Table.Td>
    </Table.Tr>
  );
}

function RevokeButton({ userId, keyId, name }: { userId: string; keyId: string; name: string }) {
  const t = useTranslations("admin.apiKeys");
  const notifyDone = useNotifyDone();
  const api = useTRPCClient();
  const revoke = useMutation({
    mutationFn: () => acceptGone(api.admin.apiKeys.revoke.mutate({ userId, keyId })),
    onSuccess: () => notifyDone(t("revoked")),
    onError: useNotifyLateActionFailure(),
  });
  return (
    <ConfirmedAction
      label={t("revoke")}
      title={t("revokeTitle", { name })}
      effect={t("revokeEffect")}
      mutation={revoke}
      onConfirm={(close) => revoke.mutate(undefined, { onSuccess: close })}
    />
  );
}
