import type { ApiOutputs } from "@app/api/root";
import { Badge, Button, Group, Stack, Table, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/use-format";
import { useTRPC } from "~/trpc/client";
import { PageLinks } from "../page/page-links";
import { Section } from "../page/section";
import { ConfirmedAction } from "./confirmed-action";
import { DataTable } from "./data-table";
import { IdText } from "./id-text";
import { PauseButton } from "./pause-button";
import { useDeedDone } from "./use-deed-done";
import { useNames } from "./use-names";
import { UserLink } from "./user-link";

type Cases = ApiOutputs["admin"]["paymentCases"]["list"];
type Case = Cases["items"][number];
type Cancellations = ApiOutputs["admin"]["failedCancellations"];

interface NeedsAttentionProps {
  cases: Cases;
  cancellations: Cancellations;
}

/** What an administrator should look at: payments whose money went back or that are unusual, and cancellations the provider did not take. */
export function NeedsAttention({ cases, cancellations }: NeedsAttentionProps) {
  const t = useTranslations("admin.cases");
  return (
    <Section title={t("title")}>
      <Stack gap="md">
        {cases.items.length + cancellations.count === 0 ? (
          <Text c="dimmed" size="sm">
            {t("none")}
          </Text>
        ) : null}
        {cases.items.length > 0 ? <PaymentCases cases={cases} /> : null}
        {cancellations.count > 0 ? <FailedCancellations cancellations={cancellations} /> : null}
      </Stack>
    </Section>
  );
}

function FailedCancellations({ cancellations }: { cancellations: Cancellations }) {
  const t = useTranslations("admin");
  const names = useNames();
  const format = useFormat();
  const columns = ["date", "user", "plan", "detail", "subscription"] as const;
  return (
    <DataTable label={t("cases.cancellations")} columns={columns.map((name) => ({ label: t(`column.${name}`) }))}>
      {cancellations.items.map((item) => (
        <Table.Tr key={item.subscriptionId}>
          <Table.Td>{item.canceledAt ? format.dateTime(item.canceledAt) : null}</Table.Td>
          <Table.Td>
            <UserLink userId={item.userId} text={item.userEmail} />
          </Table.Td>
          <Table.Td>{names.plan(item.planKey)}</Table.Td>
          <Table.Td>{t("cases.notCanceled", { error: item.error })}</Table.Td>
          <Table.Td>
            <IdText id={item.subscriptionId} />
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}

/** Refunded, disputed and unusual payments, each with what can be done about it. */
function PaymentCases({ cases }: { cases: Cases }) {
  const t = useTranslations("admin");
  const columns = [
    { label: t("column.date") },
    { label: t("column.user") },
    { label: t("column.what") },
    { label: t("column.amount"), isNumber: true },
    { label: t("column.reason") },
    { label: t("column.creditsGranted"), isNumber: true },
    { label: t("column.action") },
  ];
  return (
    <>
      <DataTable label={t("cases.payments")} columns={columns}>
        {cases.items.map((item) => (
          <CaseRow key={item.id} item={item} />
        ))}
      </DataTable>
      <PageLinks nextCursor={cases.nextCursor} />
    </>
  );
}

function CaseRow({ item }: { item: Case }) {
  const t = useTranslations("admin");
  const names = useNames();
  const format = useFormat();
  return (
    <Table.Tr>
      <Table.Td>{format.dateTime(item.createdAt)}</Table.Td>
      <Table.Td>
        <UserLink userId={item.userId} text={item.userEmail} />
      </Table.Td>
      <Table.Td>{item.planKey ? names.plan(item.planKey) : t("creditPack")}</Table.Td>
      <Table.Td data-end>{format.money(item.amountCents, item.currency)}</Table.Td>
      <Table.Td>
        <Stack gap={2} maw="22rem">
          {item.status === "succeeded" ? (
            <Text size="sm">{item.attention}</Text>
          ) : (
            <PaymentStatus status={item.status} />
          )}
          {item.schedule ? (
            <Text size="xs" c="dimmed">
              {t(item.schedule.isPaused ? "cases.paused" : "cases.running", {
                credits: item.schedule.totalCreditsRemaining,
              })}
            </Text>
          ) : null}
        </Stack>
      </Table.Td>
      <Table.Td data-end>{format.number(item.creditsGranted)}</Table.Td>
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          <TakeBack item={item} />
          {item.schedule ? <PauseButton scheduleId={item.schedule.id} isPaused={item.schedule.isPaused} /> : null}
          <Dismiss item={item} />
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

/** Shown for payments whose money went back. */
export function PaymentStatus({ status }: { status: string }) {
  const t = useTranslations("admin.paymentStatus");
  if (status !== "refunded" && status !== "disputed") return null;
  return (
    <Badge variant="light" tt="none" miw="max-content" color="yellow" c="var(--mantine-color-text)">
      {t(status)}
    </Badge>
  );
}

function TakeBack({ item }: { item: Case }) {
  const t = useTranslations("admin.cases");
  const trpc = useTRPC();
  const done = useDeedDone();
  const takeBack = useMutation(
    trpc.admin.paymentCases.takeBack.mutationOptions({ onSuccess: ({ credits }) => done(t("takenBack", { credits })) }),
  );
  if (item.isTakenBack || item.creditsGranted === 0) return null;
  return (
    <ConfirmedAction
      label={t("takeBack")}
      title={t("takeBackTitle")}
      effect={t("takeBackEffect", { credits: item.creditsGranted, email: item.userEmail })}
      isDangerous
      call={takeBack}
      onConfirm={(close) => takeBack.mutate({ paymentId: item.id }, { onSuccess: close })}
    />
  );
}

function Dismiss({ item }: { item: Case }) {
  const t = useTranslations("admin.cases");
  const trpc = useTRPC();
  const done = useDeedDone();
  const dismiss = useMutation(
    trpc.admin.paymentCases.dismiss.mutationOptions({ onSuccess: () => done(t("dismissed")) }),
  );
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      loading={dismiss.isPending}
      onClick={() => dismiss.mutate({ paymentId: item.id })}
    >
      {t("dismiss")}
    </Button>
  );
}
