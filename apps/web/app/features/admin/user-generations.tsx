import type { ApiOutputs } from "@app/api/root";
import { Anchor, Badge, Button, Stack, Table, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useTRPC } from "~/trpc/client";
import { Time } from "~/ui/time";
import { useNotifyDone } from "~/ui/use-notify-done";
import { creditsCharged } from "../history/generation";
import { ActionDialog, useNotifyLateActionFailure } from "./action-dialog";
import { IdText } from "./cell-values";
import { type Column, DataTable } from "./data-table";

type Generation = ApiOutputs["admin"]["users"]["generations"]["items"][number];

const COLOR_BY_STATUS: ReadonlyMap<string, string> = new Map([
  ["completed", "mint"],
  ["failed", "red"],
]);

/** Images and videos of a user, with their status and refunds. */
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
    { label: t("column.id") },
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
      <Table.Td>
        <Time at={generation.createdAt} />
      </Table.Td>
      <Table.Td>{t(generation.type === "video" ? "kind.video" : "kind.image")}</Table.Td>
      <Table.Td data-wrap>
        <Text size="sm" lineClamp={2} title={prompt}>
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
      <Table.Td data-end>{format.number(creditsCharged(generation))}</Table.Td>
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
      <Table.Td>
        <IdText id={id} />
      </Table.Td>
    </Table.Tr>
  );
}

function statusKey(status: string) {
  return (["pending", "processing", "completed"] as const).find((key) => key === status) ?? "failed";
}

interface RefundButtonProps {
  generationId: string;
  prompt: string;
  credits: number;
}

/** Refunds a failed generation. A second refund is rejected with an error. */
function RefundGenerationButton({ generationId, prompt, credits }: RefundButtonProps) {
  const t = useTranslations("admin.refund");
  const trpc = useTRPC();
  const notifyDone = useNotifyDone();
  const [isOpen, dialog] = useDisclosure(false);
  const refund = useMutation(
    trpc.admin.refundGeneration.mutationOptions({
      onSuccess: () => {
        dialog.close();
        notifyDone(t("done"));
      },
      onError: useNotifyLateActionFailure(),
    }),
  );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    refund.mutate({ generationId });
  };
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={dialog.open} aria-label={t("label", { prompt })}>
        {t("submit")}
      </Button>
      <ActionDialog
        title={t("title")}
        submitLabel={t("submit")}
        isOpen={isOpen}
        onClose={dialog.close}
        mutation={refund}
        onSubmit={onSubmit}
      >
        <Text size="sm">{t("effect", { credits })}</Text>
      </ActionDialog>
    </>
  );
}
