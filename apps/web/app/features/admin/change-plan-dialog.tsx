import { SUBSCRIPTION_ACTIONS } from "@app/core/admin/admin-options";
import { PLAN_KEYS, type PlanKey } from "@app/core/billing/catalogue";
import { NativeSelect, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslations } from "use-intl/react";
import { useTRPC } from "~/trpc/client";
import { useNotifyDone } from "~/ui/use-notify-done";
import { useReloadData } from "~/ui/use-reload-data";
import { ActionDialog, type UserDialogProps, useNotifyLateActionFailure } from "./action-dialog";
import { useAdminLabels } from "./cell-values";

interface PlanChange {
  action: (typeof SUBSCRIPTION_ACTIONS)[number];
  planKey: PlanKey;
  /** The user's plan when the dialog was opened. */
  seenPlanKey: PlanKey;
}

function valuesFor(current: string): PlanChange {
  const planKey = PLAN_KEYS.find((key) => key === current) ?? "free";
  return { action: "upgrade", planKey, seenPlanKey: planKey };
}

/**
 * Moves a user to another plan, or cancels the subscription. Grants no credits. Paid instalments are still granted. "upgrade" and "downgrade"
 * differ in the audit log only.
 */
export function ChangePlanDialog({ user, isOpen, onClose }: UserDialogProps) {
  const t = useTranslations("admin.changePlan");
  const labels = useAdminLabels();
  const trpc = useTRPC();
  const notifyDone = useNotifyDone();
  const reloadData = useReloadData();
  const notifyLateFailure = useNotifyLateActionFailure();
  const form = useForm({ initialValues: valuesFor(user.planKey) });
  const { setValues } = form;
  // Opened again, it begins with the plan that the user has by then, and not with the last action.
  useEffect(() => {
    if (!isOpen) setValues(valuesFor(user.planKey));
  }, [isOpen, user.planKey, setValues]);
  const change = useMutation(
    trpc.admin.users.changeSubscription.mutationOptions({
      onSuccess: () => {
        onClose();
        notifyDone(t("done"));
      },
      onError: (error) => {
        notifyLateFailure(error);
        // Loads the plan that was set meanwhile.
        reloadData();
      },
    }),
  );
  const isCancel = form.values.action === "cancel";
  return (
    <ActionDialog
      title={t("title")}
      submitLabel={t("submit")}
      isOpen={isOpen}
      onClose={onClose}
      isDangerous={isCancel}
      mutation={change}
      onSubmit={form.onSubmit((values) => change.mutate({ userId: user.id, ...values }))}
    >
      <NativeSelect
        label={t("action")}
        data={SUBSCRIPTION_ACTIONS.map((action) => ({ value: action, label: t(`actions.${action}`) }))}
        data-autofocus
        {...form.getInputProps("action")}
      />
      <NativeSelect
        label={t("plan")}
        data={PLAN_KEYS.map((key) => ({ value: key, label: labels.plan(key) }))}
        disabled={isCancel}
        {...form.getInputProps("planKey")}
      />
      <Text size="sm" c="dimmed">
        {t(isCancel ? "cancelEffect" : "effect")}
      </Text>
    </ActionDialog>
  );
}
