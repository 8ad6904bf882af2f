import type { ApiOutputs } from "@app/api/root";
import { Button, Card, Group, Stack, Table, Text } from "@mantine/core";
import { useSearchParams } from "@remix-run/react";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useTRPC } from "~/trpc/client";
import { PageLinks } from "~/ui/link-navigation";
import { Section } from "~/ui/page-layout";
import { Time } from "~/ui/time";
import { useNotifyDone, useNotifyFailure } from "~/ui/use-notify-done";
import { useReloadData } from "~/ui/use-reload-data";
import { ConfirmedAction, useNotifyLateActionFailure } from "./action-dialog";
import { IdText, PaymentStatusBadge, UserLink, useAdminLabels } from "./cell-values";
import { DataTable } from "./data-table";
import { PauseScheduleButton } from "./schedule-actions";

type Cases = ApiOutputs["admin"]["paymentCases"]["list"];
type Case = Cases["items"][number];
type Cancellations = ApiOutputs["admin"]["failedCancellations"];

interface NeedsAttentionProps {
  cases: Cases;
  cancellations: Cancellations;
}

/** Work for an administrator: refunded, disputed and unusual payments, and cancellations that the provider rejected. */
export function NeedsAttention({ cases, cancellations }: NeedsAttentionProps) {
  const t = useTranslations("admin.cases");
  const [params] = useSearchParams();
  // A later page is empty once its payments are dealt with. Those of the first page are not.
  const isFirstPage = !params.has("cursor");
  const isEmpty = cases.items.length + (isFirstPage ? cancellations.count : 0) === 0;
  return (
    <Section title={t("title")}>
      <Stack gap="md">
        {isEmpty ? (
          <Text c="dimmed" size="sm">
            {t(isFirstPage ? "none" : "noneHere")}
          </Text>
        ) : null}
        <PaymentCases cases={cases} />
        {cancellations.count > 0 ? <FailedCancellations cancellations={cancellations} /> : null}
      </Stack>
    </Section>
  );
}

function FailedCancellations({ cancellations }: { cancellations: Cancellations }) {
  const t = useTranslations("admin");
  const labels = useAdminLabels();
  const columns = ["date", "user", "plan", "detail", "subscription"] as const;
  return (
    <DataTable label={t("cases.cancellations")} columns={columns.map((name) => ({ label: t(`column.${name}`) }))}>
      {cancellations.items.map((item) => (
        <Table.Tr key={item.subscriptionId}>
          <Table.Td>{item.canceledAt ? <Time at={item.canceledAt} /> : null}</Table.Td>
          <Table.Td>
            <UserLink userId={item.userId} text={item.userEmail} />
          </Table.Td>
          <Table.Td>{labels.plan(item.planKey)}</Table.Td>
          <Table.Td>{t("cases.notCanceled", { error: item.error })}</Table.Td>
          <Table.Td>
            <IdText id={item.subscriptionId} />
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}

function PaymentCases({ cases }: { cases: Cases }) {
  return (
    <>
      {cases.items.map((item) => (
        <PaymentCase key={item.id} item={item} />
      ))}
      <PageLinks nextCursor={cases.nextCursor} />
    </>
  );
}

function PaymentCase({ item }: { item: Case }) {
  const t = useTranslations("admin");
  const labels = useAdminLabels();
  const format = useFormat();
  const { schedule } = item;
  return (
    <Card p="md">
      <Group justify="space-between" gap="sm">
        <Stack gap={4}>
          <Group gap="xs">
            <Text fw={600}>
              {item.planKey ? labels.plan(item.planKey) : t("creditPack")},{" "}
              {format.money(item.paidCents ?? item.amountCents, item.currency)}
            </Text>
            <PaymentStatusBadge status={item.status} />
          </Group>
          <Text size="sm">
            <UserLink userId={item.userId} text={item.userEmail} />, <Time at={item.createdAt} />
          </Text>
          {item.status === "succeeded" ? <Text size="sm">{item.attention}</Text> : null}
          <Text size="sm" c="dimmed">
            {t("cases.granted", { credits: item.creditsGranted })}
            {item.isTakenBack ? ` ${t("cases.creditsTakenBack", { credits: item.creditsTakenBack })}` : null}
            {schedule
              ? ` ${t(schedule.isPaused ? "cases.paused" : "cases.running", { credits: schedule.totalCreditsRemaining })}`
              : null}
          </Text>
        </Stack>
        <Group gap="xs">
          <TakeBackButton item={item} />
          {schedule ? (
            <PauseScheduleButton scheduleId={schedule.id} isPaused={schedule.isPaused} updatedAt={schedule.updatedAt} />
          ) : null}
          <DismissButton item={item} />
        </Group>
      </Group>
    </Card>
  );
}

function TakeBackButton({ item }: { item: Case }) {
  const t = useTranslations("admin.cases");
  const trpc = useTRPC();
  const notifyDone = useNotifyDone();
  const takeBack = useMutation(
    trpc.admin.paymentCases.takeBack.mutationOptions({
      onSuccess: ({ credits }) => notifyDone(t("takenBack", { credits })),
      onError: useNotifyLateActionFailure(),
    }),
  );
  if (item.isTakenBack || item.creditsGranted === 0) return null;
  return (
    <ConfirmedAction
      label={t("takeBack")}
      title={t("takeBackTitle")}
      effect={t("takeBackEffect", { credits: item.creditsGranted, email: item.userEmail })}
      isDangerous
      mutation={takeBack}
      onConfirm={(close) =>
        takeBack.mutate(
          { paymentId: item.id, attention: item.attention, seenGranted: item.creditsGranted },
          { onSuccess: close },
        )
      }
    />
  );
}

function DismissButton({ item }: { item: Case }) {
  const t = useTranslations("admin.cases");
  const trpc = useTRPC();
  const notifyDone = useNotifyDone();
  const notifyFailure = useNotifyFailure();
  const reloadData = useReloadData();
  const dismiss = useMutation(
    trpc.admin.paymentCases.dismiss.mutationOptions({
      onSuccess: () => notifyDone(t("dismissed")),
      onError: (error) => {
        notifyFailure(error);
        // Shows the reason that has come meanwhile.
        reloadData();
      },
    }),
  );
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      loading={dismiss.isPending}
      onClick={() => dismiss.mutate({ paymentId: item.id, attention: item.attention })}
    >
      {t("dismiss")}
    </Button>
  );
}
