import { Button, Group, PasswordInput, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useTRPC } from "~/trpc/client";
import { AccountFailure } from "./account-failure";
import { SecondFactorConfirmation } from "./second-factor-confirmation";

interface SecondFactorEnrolmentProps {
  hasPassword: boolean;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
}

/** First the password, then what the authenticator app needs. */
export function SecondFactorEnrolment({ hasPassword, onConfirmed }: SecondFactorEnrolmentProps) {
  const t = useTranslations("secondFactor");
  const trpc = useTRPC();
  const form = useForm({
    initialValues: { currentPassword: "" },
    validate: { currentPassword: (value) => (hasPassword && value === "" ? t("passwordMissing") : null) },
  });
  const begin = useMutation(trpc.secondFactor.begin.mutationOptions({ onSuccess: () => form.reset() }));
  if (begin.data) return <SecondFactorConfirmation {...begin.data} onConfirmed={onConfirmed} />;
  return (
    <form onSubmit={form.onSubmit((values) => begin.mutate(values))} noValidate>
      <Stack gap="md">
        {hasPassword ? (
          <PasswordInput
            label={t("password")}
            autoComplete="current-password"
            {...form.getInputProps("currentPassword")}
          />
        ) : null}
        <AccountFailure error={begin.error} />
        <Group justify="flex-end">
          <Button type="submit" loading={begin.isPending}>
            {t("begin")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
