import { Alert, Anchor, Button, Group, List, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { Link } from "@remix-run/react";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useLocalePath } from "~/i18n/page-language";
import { useTRPC } from "~/trpc/client";
import { Dialog } from "~/ui/lazy-dialogs";
import { useNotifyLateFailure } from "~/ui/use-dialog-failure";
import { AccountFailure, type SettingsData, SettingsSection, useDescribeAccountFailure } from "./settings-section";

/** Deletes the account, or explains what prevents it. */
export function DeletionSettings({ account }: Pick<SettingsData, "account">) {
  const t = useTranslations("account");
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <SettingsSection id="deletion" title={t("deletion.title")} description={t("deletion.description")} isDangerous>
      {account.deletionObstacle ? (
        <DeletionObstacle obstacle={account.deletionObstacle} />
      ) : (
        <Group justify="space-between">
          <Text size="sm">{t("deletion.final")}</Text>
          <Button color="red" variant="light" onClick={dialog.open}>
            {t("deletion.open")}
          </Button>
        </Group>
      )}
      <DeletionDialog account={account} isOpen={isOpen} onClose={dialog.close} />
    </SettingsSection>
  );
}

function DeletionObstacle({ obstacle }: { obstacle: NonNullable<SettingsData["account"]["deletionObstacle"]> }) {
  const t = useTranslations("account");
  const path = useLocalePath();
  if (obstacle !== "liveSubscription") return <Text size="sm">{t(`refusal.${obstacle}`)}</Text>;
  return (
    <Alert color="yellow" variant="light" role="note">
      {t("refusal.liveSubscription")}{" "}
      <Anchor component={Link} to={path("/billing")} inherit>
        {t("deletion.toBilling")}
      </Anchor>
    </Alert>
  );
}

interface DeletionDialogProps extends Pick<SettingsData, "account"> {
  isOpen: boolean;
  onClose: () => void;
}

/** Explains what is deleted. The user confirms by typing the e-mail address. */
function DeletionDialog({ account, isOpen, onClose }: DeletionDialogProps) {
  const t = useTranslations("account");
  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      title={t("deletion.dialogTitle")}
      closeButtonProps={{ "aria-label": t("deletion.cancel") }}
    >
      <DeletionForm account={account} onClose={onClose} />
    </Dialog>
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
    trpc.account.delete.mutationOptions({
      onSuccess: () => window.location.assign(path("/account/deleted")),
      onError: useNotifyLateFailure(useDescribeAccountFailure()),
    }),
  );
  return (
    <form onSubmit={form.onSubmit((values) => remove.mutate(values))} noValidate>
      <Stack gap="md">
        <DeletionEffects account={account} />
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
            aria-invalid={Boolean(form.errors["password"])}
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

function DeletionEffects({ account: { credits, creditsToCome } }: Pick<SettingsData, "account">) {
  const t = useTranslations("account");
  const format = useFormat();
  return (
    <>
      <List size="sm" spacing={4}>
        <List.Item>{t("deletion.loses.content")}</List.Item>
        {credits > 0 ? <List.Item>{t("deletion.loses.credits", { credits: format.number(credits) })}</List.Item> : null}
        {creditsToCome > 0 ? (
          <List.Item>{t("deletion.loses.instalments", { credits: format.number(creditsToCome) })}</List.Item>
        ) : null}
        <List.Item>{t("deletion.loses.signIn")}</List.Item>
      </List>
      <Text size="sm" c="dimmed">
        {t("deletion.kept")}
      </Text>
    </>
  );
}
