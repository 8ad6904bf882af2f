import { isPasswordLongEnough, PASSWORD_MAX_CHARACTERS } from "@app/core/account/credentials";
import { Button, Group, PasswordInput, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useTRPC } from "~/trpc/client";
import { useNotifyLateFailure } from "~/ui/use-dialog-failure";
import { useNotifyDone } from "~/ui/use-notify-done";
import { AccountFailure, SettingsSection, useDescribeAccountFailure } from "./settings-section";

const isAllowedLength = (password: string) =>
  isPasswordLongEnough(password) && Array.from(password).length <= PASSWORD_MAX_CHARACTERS;

/** Changes the password, or sets one for a user who signs in with mailed links or a provider. */
export function PasswordSettings({ hasPassword }: { hasPassword: boolean }) {
  const t = useTranslations("account");
  const trpc = useTRPC();
  const notifyDone = useNotifyDone();
  const form = useForm({
    initialValues: { currentPassword: "", password: "" },
    validate: {
      currentPassword: (value) => (hasPassword && value === "" ? t("password.currentMissing") : null),
      password: (value) => (isAllowedLength(value) ? null : t("password.wrongLength")),
    },
  });
  const change = useMutation(
    trpc.account.changePassword.mutationOptions({
      onSuccess: () => {
        form.reset();
        notifyDone(t("password.saved"));
      },
      onError: useNotifyLateFailure(useDescribeAccountFailure()),
    }),
  );
  return (
    <SettingsSection
      id="password"
      title={t("password.title")}
      description={t(hasPassword ? "password.description" : "password.descriptionNone")}
    >
      <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
        <Stack gap="md">
          {hasPassword ? (
            <PasswordInput
              label={t("password.current")}
              autoComplete="current-password"
              aria-invalid={Boolean(form.errors["currentPassword"])}
              {...form.getInputProps("currentPassword")}
            />
          ) : null}
          <PasswordInput
            label={t("password.new")}
            description={t("password.hint")}
            autoComplete="new-password"
            aria-invalid={Boolean(form.errors["password"])}
            {...form.getInputProps("password")}
          />
          <AccountFailure error={change.error} />
          <Group justify="flex-end">
            <Button type="submit" loading={change.isPending}>
              {t(hasPassword ? "password.change" : "password.set")}
            </Button>
          </Group>
        </Stack>
      </form>
    </SettingsSection>
  );
}
