import { Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useTRPC } from "~/trpc/client";
import { ActionDialog } from "./deed-dialog";
import { useActionDone } from "./use-deed-done";
import type { UserActionProps } from "./user-deeds";

/** Bans a user from the next request on, for good or until a time to come. */
export function BanDialog({ user, isOpen, onClose }: UserActionProps) {
  const t = useTranslations("admin.ban");
  const trpc = useTRPC();
  const done = useActionDone();
  const form = useForm({ initialValues: { reason: "", expires: "" } });
  const ban = useMutation(
    trpc.admin.users.ban.mutationOptions({
      onSuccess: () => {
        form.reset();
        onClose();
        done(t("done"));
      },
    }),
  );
  return (
    <ActionDialog
      title={t("title")}
      submitLabel={t("submit")}
      isDangerous
      isOpen={isOpen}
      onClose={onClose}
      call={ban}
      onSubmit={form.onSubmit((values) => ban.mutate({ userId: user.id, ...values }))}
    >
      <Text size="sm">{t("effect", { email: user.email })}</Text>
      <TextInput label={t("reason")} maxLength={500} data-autofocus {...form.getInputProps("reason")} />
      <TextInput
        label={t("ends")}
        description={t("endsHint")}
        type="datetime-local"
        {...form.getInputProps("expires")}
      />
    </ActionDialog>
  );
}
