import { ADJUSTMENT_MAX_CREDITS } from "@app/core/credits/adjust-credits-input";
import { NumberInput, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useFormat } from "~/i18n/use-format";
import { useTRPC } from "~/trpc/client";
import { DeedCard } from "./deed-card";
import { useDeedDone } from "./use-deed-done";

interface Values {
  amount: number | string;
  reason: string;
}

const EMPTY: Values = { amount: "", reason: "" };

/** Adds or takes credits. Taking may leave a debt. */
export function AdjustCreditsCard({ userId }: { userId: string }) {
  const trpc = useTRPC();
  const format = useFormat();
  const done = useDeedDone();
  const form = useForm<Values>({
    initialValues: EMPTY,
    validate: { amount: (amount) => (Number(amount) === 0 ? "A whole number other than zero" : null) },
  });
  const adjust = useMutation(
    trpc.admin.users.adjustCredits.mutationOptions({
      onSuccess: (_answer, { amount }) => {
        form.setValues(EMPTY);
        done(`${format.signed(amount)} credits`);
      },
    }),
  );
  return (
    <DeedCard
      title="Adjust credits"
      submitLabel="Adjust"
      call={adjust}
      onSubmit={form.onSubmit(({ amount, reason }) => adjust.mutate({ userId, amount: Number(amount), reason }))}
    >
      <NumberInput
        label="Amount"
        description="Below zero takes credits; the balance may become a debt."
        min={-ADJUSTMENT_MAX_CREDITS}
        max={ADJUSTMENT_MAX_CREDITS}
        allowDecimal={false}
        {...form.getInputProps("amount")}
      />
      <TextInput label="Reason" placeholder="adjustment" {...form.getInputProps("reason")} />
    </DeedCard>
  );
}
