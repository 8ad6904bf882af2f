import type { ApiOutputs } from "@app/api/root";
import { Anchor, Button, Code, Drawer, Group, Skeleton, Stack, Table, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useTRPC, useTRPCClient } from "~/trpc/client";
import { FailureNotice } from "~/ui/failure-notice";
import { ProgramsIllustration } from "~/ui/illustrations/programs";
import { LoadMore, useInfiniteList } from "~/ui/load-more";
import { EmptyState } from "~/ui/page-layout";
import { failureFromError } from "~/ui/read-failure";
import { TableRegion } from "~/ui/table-region";
import { useNotifyDone } from "~/ui/use-notify-done";
import { useReloadData } from "~/ui/use-reload-data";
import { useAttemptErrorText } from "./use-attempt-error-text";
import { DeliveryBadge, type Endpoint } from "./webhook-status";

const POLL_INTERVAL_MS = 3_000;

type Page = ApiOutputs["webhooks"]["deliveries"];
type Delivery = ApiOutputs["webhooks"]["delivery"];

/** The messages to an endpoint, latest first. One opens in a drawer. */
export function DeliveryLog({ endpoint, deliveries }: { endpoint: Endpoint; deliveries: Page }) {
  const t = useTranslations("webhooks");
  const api = useTRPCClient();
  const [openedId, open] = useState<string | null>(null);
  const pages = useInfiniteList(
    deliveries,
    (cursor) => api.webhooks.deliveries.query({ endpointId: endpoint.id, cursor }),
    endpoint.id,
  );
  useReloadUntilAttempted(deliveries);
  if (pages.items.length === 0) return <EmptyState illustration={<ProgramsIllustration />}>{t("logEmpty")}</EmptyState>;
  return (
    <>
      <TableRegion
        label={t("log")}
        columns={[t("column.event"), t("column.status"), t("column.time"), t("column.attempts"), t("column.duration")]}
      >
        {pages.items.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} onOpen={() => open(delivery.id)} />
        ))}
      </TableRegion>
      <LoadMore {...pages} />
      <DeliveryDrawer id={openedId} isPaused={endpoint.pausedAt !== null} onClose={() => open(null)} />
    </>
  );
}

/** Reloads the page while a message waits for its first attempt, such as a test message that was just sent. */
function useReloadUntilAttempted({ items }: Page): void {
  const reloadData = useReloadData();
  const isWaiting = items.some(({ status, attempts }) => status === "pending" && attempts === 0);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => reloadData(), POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isWaiting, reloadData]);
}

function DeliveryRow({ delivery, onOpen }: { delivery: Page["items"][number]; onOpen: () => void }) {
  const t = useTranslations("webhooks");
  const format = useFormat();
  const { type, status, createdAt, attempts, lastAttempt } = delivery;
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component="button" type="button" onClick={onOpen} inherit>
          {type}
        </Anchor>
      </Table.Td>
      <Table.Td>
        <DeliveryBadge status={status} />
      </Table.Td>
      <Table.Td>{format.dateTime(createdAt)}</Table.Td>
      <Table.Td>{format.number(attempts)}</Table.Td>
      <Table.Td>{lastAttempt ? t("ms", { ms: format.number(lastAttempt.durationMs) }) : "—"}</Table.Td>
    </Table.Tr>
  );
}

interface DeliveryDrawerProps {
  id: string | null;
  isPaused: boolean;
  onClose: () => void;
}

/** A message with its attempts. Polls while the message waits for an attempt. */
function DeliveryDrawer({ id, isPaused, onClose }: DeliveryDrawerProps) {
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const { data, error } = useQuery(
    trpc.webhooks.delivery.queryOptions(
      { deliveryId: id ?? "" },
      {
        enabled: id !== null,
        retry: false,
        refetchInterval: ({ state }) => (state.data?.status === "pending" ? POLL_INTERVAL_MS : false),
      },
    ),
  );
  return (
    <Drawer
      opened={id !== null}
      onClose={onClose}
      position="right"
      size={560}
      title={data?.type ?? t("message")}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      {data ? <DeliveryDetail delivery={data} isPaused={isPaused} /> : null}
      {error ? <FailureNotice failure={failureFromError(error)} /> : null}
      {data || error ? null : <Skeleton height={160} />}
    </Drawer>
  );
}

function DeliveryDetail({ delivery, isPaused }: { delivery: Delivery; isPaused: boolean }) {
  const t = useTranslations("webhooks");
  const format = useFormat();
  const { id, status, createdAt, nextAttemptAt, payload, attempts } = delivery;
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <DeliveryBadge status={status} />
        {isPaused ? null : <SendAgain id={id} />}
      </Group>
      <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {format.dateTime(createdAt)} · {id}
        {nextAttemptAt ? (
          <>
            <br />
            {t("nextAttempt", { date: format.dateTime(nextAttemptAt) })}
          </>
        ) : null}
      </Text>
      <LabelledCode label={t("payload")} text={indent(payload)} />
      <Stack gap="sm">
        <Text fw={500}>{t("attempts", { count: attempts.length })}</Text>
        {attempts.map((attempt) => (
          <AttemptView key={attempt.id} attempt={attempt} />
        ))}
      </Stack>
    </Stack>
  );
}

function AttemptView({ attempt }: { attempt: Delivery["attempts"][number] }) {
  const t = useTranslations("webhooks");
  const format = useFormat();
  const errorText = useAttemptErrorText();
  const { startedAt, durationMs, status, error, response } = attempt;
  return (
    <Stack gap={4}>
      <Text size="sm">
        {format.dateTime(startedAt)} · {status ?? errorText(error ?? "")} · {t("ms", { ms: format.number(durationMs) })}
      </Text>
      {response ? <LabelledCode label={t("response")} text={response} /> : null}
    </Stack>
  );
}

const CODE_HEIGHT_MAX = 320;

function LabelledCode({ label, text }: { label: string; text: string }) {
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <Code
        block
        role="region"
        aria-label={label}
        tabIndex={0}
        mah={CODE_HEIGHT_MAX}
        style={{ overflow: "auto", whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}
      >
        {text}
      </Code>
    </Stack>
  );
}

/** A payload is always JSON: the service has written it. */
const indent = (payload: string) => JSON.stringify(JSON.parse(payload), null, 2);

function SendAgain({ id }: { id: string }) {
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const notifyDone = useNotifyDone();
  const again = useMutation(
    trpc.webhooks.redeliver.mutationOptions({
      onSuccess: async () => {
        notifyDone(t("sentAgain"));
        await queries.invalidateQueries(trpc.webhooks.delivery.queryFilter({ deliveryId: id }));
      },
    }),
  );
  return (
    <Stack gap="xs" align="flex-end">
      <Button variant="default" size="xs" loading={again.isPending} onClick={() => again.mutate({ deliveryId: id })}>
        {t("sendAgain")}
      </Button>
      {again.error ? <FailureNotice failure={failureFromError(again.error)} /> : null}
    </Stack>
  );
}
