import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "~/trpc/client";
import { DeedCard } from "./deed-card";
import { useDeedDone } from "./use-deed-done";

/** Bans a user from the next request on. */
export function BanCard({ userId }: { userId: string }) {
  const trpc = useTRPC();
  const done = useDeedDone();
  const form = useForm({ initialValues: { reason: "", expires: "" } });
  const ban = useMutation(trpc.admin.users.ban.mutationOptions({ onSuccess: () => done("Banned") }));
  return (
    <DeedCard
      title="Ban"
      submitLabel="Ban"
      isDangerous
      call={ban}
      onSubmit={form.onSubmit((values) => ban.mutate({ userId, ...values }))}
    >
      <TextInput label="Reason" {...form.getInputProps("reason")} />
      <TextInput
        label="Ends (UTC)"
        description="Empty: the ban is for good."
        type="datetime-local"
        {...form.getInputProps("expires")}
      />
    </DeedCard>
  );
}
