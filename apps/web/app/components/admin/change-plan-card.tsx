import { SUBSCRIPTION_ACTIONS } from "@app/core/billing/change-subscription-input";
import { PLAN_KEYS, type PlanKey } from "@app/core/catalogue/plans";
import { NativeSelect } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "~/trpc/client";
import { planName } from "../pricing/plan-name";
import { DeedCard } from "./deed-card";
import { useDeedDone } from "./use-deed-done";

type Action = (typeof SUBSCRIPTION_ACTIONS)[number];

const ACTION_LABELS: Record<Action, string> = { upgrade: "Upgrade", downgrade: "Downgrade", cancel: "Cancel" };
const ACTIONS = SUBSCRIPTION_ACTIONS.map((action) => ({ value: action, label: ACTION_LABELS[action] }));
const PLANS = PLAN_KEYS.map((key) => ({ value: key, label: planName(key) }));

/** Moves a user to another plan. Grants nothing; instalments that are paid for still come. */
export function ChangePlanCard({ userId, planKey }: { userId: string; planKey: string }) {
  const trpc = useTRPC();
  const done = useDeedDone();
  const form = useForm<{ action: Action; planKey: PlanKey }>({
    initialValues: { action: "upgrade", planKey: PLAN_KEYS.find((key) => key === planKey) ?? "free" },
  });
  const change = useMutation(
    trpc.admin.users.changeSubscription.mutationOptions({ onSuccess: () => done("Subscription changed") }),
  );
  const isCancel = form.values.action === "cancel";
  return (
    <DeedCard
      title="Change the subscription"
      submitLabel="Change"
      call={change}
      onSubmit={form.onSubmit((values) => change.mutate({ userId, ...values }))}
    >
      <NativeSelect label="Action" data={ACTIONS} {...form.getInputProps("action")} />
      <NativeSelect
        label="Plan"
        description={isCancel ? "Canceling leaves the free plan." : "Grants no credits."}
        data={PLANS}
        disabled={isCancel}
        {...form.getInputProps("planKey")}
      />
    </DeedCard>
  );
}
