import { Button, Group, List, Modal, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/use-format";
import { useLocalePath } from "~/i18n/use-locale-path";
import { useTRPC } from "~/trpc/client";
import { AccountFailure } from "./account-failure";
import type { SettingsData } from "./settings-page";

interface DeletionDialogProps extends Pick<SettingsData, "account"> {
  isOpen: boolean;
  onClose: () => void;
}

/** Says what is lost, and deletes the account once its address is typed. */
export function DeletionDialog({ account, isOpen, onClose }: DeletionDialogProps) {
  const t = useTranslations("account");
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t("deletion.dialogTitle")}
      closeButtonProps={{ "aria-label": t("deletion.cancel") }}
    >
      <DeletionForm account={account} onClose={onClose} />
    </Modal>
  );
}

function DeletionForm({ account, onClose }: Omit<DeletionDialogProps, "isOpen">) {
  const t = useTranslations("account");
  const path = useLocalePath();
  const trpc = useTRPC();
  const form = useForm({
    initialValues: { email: "", password: "" },
    validate: {
      email: (value) => (value.trim().toLowerCase() === account.email ? null : t("refusal.wrongEmail")),
      password: (value) => (account.hasPassword && value === "" ? t("password.currentMissing") : null),
    },
  });
  const remove = useMutation(
    trpc.account.delete.mutationOptions({ onSuccess: () => window.location.assign(path("/account/deleted")) }),
  );
  return (
    <form onSubmit={form.onSubmit((values) => remove.mutate(values))} noValidate>
      <Stack gap="md">
        <DeletionEffects credits={account.credits} />
        <TextInput
          label={t("deletion.confirm", { email: account.email })}
          type="email"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps("email")}
        />
        {account.hasPassword ? (
          <PasswordInput
            label={t("deletion.password")}
            autoComplete="current-password"
            {...form.getInputProps("password")}
          />
        ) : null}
        <AccountFailure error={remove.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("deletion.cancel")}
          </Button>
          <Button type="submit" color="red" loading={remove.isPending || remove.isSuccess}>
            {t("deletion.submit")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function DeletionEffects({ credits }: { credits: number }) {
  const t = useTranslations("account");
  const format = useFormat();
  return (
    <>
      <List size="sm" spacing={4}>
        <List.Item>{t("deletion.loses.made")}</List.Item>
        {credits > 0 ? <List.Item>{t("deletion.loses.credits", { credits: format.number(credits) })}</List.Item> : null}
        <List.Item>{t("deletion.loses.signIn")}</List.Item>
      </List>
      <Text size="sm" c="dimmed">
        {t("deletion.kept")}
      </Text>
    </>
  );
}
