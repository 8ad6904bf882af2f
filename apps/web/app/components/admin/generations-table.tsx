import type { ApiOutputs } from "@app/api/root";
import { Anchor, Badge, Stack, Table, Text } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/use-format";
import { type Column, DataTable } from "./data-table";
import { RefundGenerationButton } from "./refund-button";

type Generation = ApiOutputs["admin"]["users"]["generations"]["items"][number];

const COLOR_BY_STATUS: ReadonlyMap<string, string> = new Map([
  ["completed", "mint"],
  ["failed", "red"],
]);

/** A user's images and videos with what became of them and of their credits. */
export function GenerationsTable({ generations }: { generations: readonly Generation[] }) {
  const t = useTranslations("admin");
  const columns: Column[] = [
    { label: t("column.date") },
    { label: t("column.kind") },
    { label: t("column.prompt") },
    { label: t("column.status") },
    { label: t("column.credits"), isNumber: true },
    { label: t("column.result") },
    { label: t("column.refund") },
  ];
  return (
    <DataTable label={t("user.generations")} columns={columns}>
      {generations.map((generation) => (
        <GenerationRow key={generation.id} generation={generation} />
      ))}
    </DataTable>
  );
}

function GenerationRow({ generation }: { generation: Generation }) {
  const t = useTranslations("admin");
  const tGeneration = useTranslations("generation");
  const format = useFormat();
  const { id, status, prompt, error, resultUrl, deletedAt } = generation;
  return (
    <Table.Tr>
      <Table.Td>{format.dateTime(generation.createdAt)}</Table.Td>
      <Table.Td>{t(generation.type === "video" ? "kind.video" : "kind.image")}</Table.Td>
      <Table.Td data-wrap>
        <Text size="sm" lineClamp={2}>
          {prompt}
        </Text>
      </Table.Td>
      <Table.Td data-wrap={error !== null || undefined}>
        <Stack gap={2} align="flex-start">
          <Badge
            variant="light"
            tt="none"
            miw="max-content"
            color={COLOR_BY_STATUS.get(status) ?? "gray"}
            c="var(--mantine-color-text)"
          >
            {t(`generationStatus.${statusKey(status)}`)}
          </Badge>
          {deletedAt ? (
            <Text size="xs" c="dimmed">
              {tGeneration("deleted")}
            </Text>
          ) : null}
          {error ? (
            <Text size="xs" c="dimmed">
              {error}
            </Text>
          ) : null}
        </Stack>
      </Table.Td>
      <Table.Td data-end>{format.number(generation.creditsUsed)}</Table.Td>
      <Table.Td>
        {resultUrl ? (
          <Anchor href={resultUrl} target="_blank" rel="noreferrer" inherit>
            {t("openResult")}
          </Anchor>
        ) : (
          "—"
        )}
      </Table.Td>
      <Table.Td>
        {generation.isRefundable && status === "failed" ? (
          <RefundGenerationButton generationId={id} prompt={prompt} credits={generation.creditsUsed} />
        ) : null}
        {generation.isRefunded ? t("refunded") : null}
      </Table.Td>
    </Table.Tr>
  );
}

function statusKey(status: string) {
  return (["pending", "processing", "completed"] as const).find((known) => known === status) ?? "failed";
}
