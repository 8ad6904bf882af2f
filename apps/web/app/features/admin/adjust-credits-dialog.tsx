import type { ApiInputs } from "@app/api/root";
import { ADJUSTMENT_MAX_CREDITS } from "@app/core/admin/admin-options";
import { ADMIN_LEDGER_REASONS } from "@app/core/ledger/ledger-reasons";
import { Paper, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useTRPCClient } from "~/trpc/client";
import { useIdempotentMutation } from "~/ui/use-idempotent-mutation";
import { useNotifyDone } from "~/ui/use-notify-done";
import { CreditAmount } from "../credits/credit-amount";
import { ActionDialog, type UserDialogProps, useNotifyLateActionFailure } from "./action-dialog";

interface FormValues {
  amount: string;
  reason: string;
}

const REASONS_ID = "adjustment-reasons";

/** Adds or removes credits and previews the new balance. Removing credits may make the balance negative. */
export function AdjustCreditsDialog({ user, isOpen, onClose }: UserDialogProps) {
  const t = useTranslations("admin.adjust");
  const api = useTRPCClient();
  const format = useFormat();
  const notifyDone = useNotifyDone();
  const form = useForm<FormValues>({ initialValues: { amount: "", reason: "" } });
  const amount = Number(form.values.amount);
  const adjust = useIdempotentMutation({
    operation: "adjustCredits",
    call: (input: ApiInputs["admin"]["users"]["adjustCredits"], options) =>
      api.admin.users.adjustCredits.mutate(input, options),
    onSuccess: (_result, input) => {
      form.reset();
      onClose();
      notifyDone(t("done", { amount: format.signed(input.amount) }));
    },
    onError: useNotifyLateActionFailure(),
  });
  return (
    <ActionDialog
      title={t("title")}
      submitLabel={t("submit")}
      isOpen={isOpen}
      onClose={onClose}
      isReady={amount !== 0}
      mutation={adjust}
      onSubmit={form.onSubmit(({ reason }) => adjust.mutate({ userId: user.id, amount, reason }))}
    >
      <TextInput
        type="number"
        label={t("amount")}
        description={t("amountHint")}
        min={-ADJUSTMENT_MAX_CREDITS}
        max={ADJUSTMENT_MAX_CREDITS}
        step={1}
        data-autofocus
        {...form.getInputProps("amount")}
      />
      <TextInput
        list={REASONS_ID}
        label={t("reason")}
        description={t("reasonHint")}
        placeholder="adjustment"
        maxLength={200}
        {...form.getInputProps("reason")}
      />
      <datalist id={REASONS_ID}>
        {ADMIN_LEDGER_REASONS.map((reason) => (
          <option key={reason} value={reason} />
        ))}
      </datalist>
      <Paper withBorder p="sm" radius="md" aria-live="polite">
        <Text size="sm" c="dimmed">
          {t("preview")}
        </Text>
        <Text fw={600}>
          <CreditAmount credits={user.credits} /> → <CreditAmount credits={user.credits + amount} />
        </Text>
      </Paper>
    </ActionDialog>
  );
}
