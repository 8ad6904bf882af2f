import { Button, Group, PasswordInput, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useTRPC } from "~/trpc/client";
import { AccountFailure } from "./account-failure";
import { CodeField } from "./code-field";
import { useNotifySaved } from "./use-saved";

/** Turns the codes off, by both of what signing in takes. */
export function SecondFactorRemoval({ hasPassword, onRemoved }: { hasPassword: boolean; onRemoved: () => void }) {
  const t = useTranslations("secondFactor");
  const trpc = useTRPC();
  const saved = useNotifySaved();
  const form = useForm({
    initialValues: { currentPassword: "", code: "" },
    validate: {
      currentPassword: (value) => (hasPassword && value === "" ? t("passwordMissing") : null),
      code: (value) => (value.trim() === "" ? t("codeMissing") : null),
    },
  });
  const remove = useMutation(
    trpc.secondFactor.disable.mutationOptions({
      onSuccess: () => {
        onRemoved();
        saved(t("turnedOff"));
      },
    }),
  );
  return (
    <form onSubmit={form.onSubmit((values) => remove.mutate(values))} noValidate>
      <Stack gap="md">
        {hasPassword ? (
          <PasswordInput
            label={t("password")}
            autoComplete="current-password"
            {...form.getInputProps("currentPassword")}
          />
        ) : null}
        <CodeField {...form.getInputProps("code")} />
        <AccountFailure error={remove.error} />
        <Group justify="flex-end">
          <Button type="submit" variant="default" loading={remove.isPending}>
            {t("turnOff")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
