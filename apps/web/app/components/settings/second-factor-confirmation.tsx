import type { ApiOutputs } from "@app/api/root";
import { Button, Code, Group, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useTRPC } from "~/trpc/client";
import { AccountFailure } from "./account-failure";
import { CodeField } from "./code-field";
import { QrCode } from "./qr-code";
import { useNotifySaved } from "./use-saved";

type NewSecondFactor = ApiOutputs["secondFactor"]["begin"];

interface SecondFactorConfirmationProps extends NewSecondFactor {
  onConfirmed: (recoveryCodes: readonly string[]) => void;
}

/** What the authenticator app needs, and the code that shows that it has it. */
export function SecondFactorConfirmation({ secret, qrCode, onConfirmed }: SecondFactorConfirmationProps) {
  const t = useTranslations("secondFactor");
  const trpc = useTRPC();
  const saved = useNotifySaved();
  const form = useForm({
    initialValues: { code: "" },
    validate: { code: (value) => (value.trim() === "" ? t("codeMissing") : null) },
  });
  const confirm = useMutation(
    trpc.secondFactor.confirm.mutationOptions({
      onSuccess: ({ recoveryCodes }) => {
        onConfirmed(recoveryCodes);
        saved(t("turnedOn"));
      },
    }),
  );
  return (
    <form onSubmit={form.onSubmit((values) => confirm.mutate(values))} noValidate>
      <Stack gap="md">
        <Text size="sm">{t("scan")}</Text>
        <QrCode drawing={qrCode} label={t("qrCode")} />
        <Text size="sm">
          {t("secret")} <Code>{secret}</Code>
        </Text>
        <CodeField {...form.getInputProps("code")} />
        <AccountFailure error={confirm.error} />
        <Group justify="flex-end">
          <Button type="submit" loading={confirm.isPending}>
            {t("confirm")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
