import type { ApiOutputs } from "@app/api/root";
import { Button, Code, Group, PasswordInput, Stack, Text, TextInput, type TextInputProps } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useTRPC } from "~/trpc/client";
import classes from "./second-factor-enrolment.module.css";
import { AccountFailure, useNotifySaved } from "./settings-section";

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

type NewSecondFactor = ApiOutputs["secondFactor"]["begin"];

interface SecondFactorConfirmationProps extends NewSecondFactor {
  onConfirmed: (recoveryCodes: readonly string[]) => void;
}

/** What the authenticator app needs, and the code that shows that it has it. */
function SecondFactorConfirmation({ secret, qrCode, onConfirmed }: SecondFactorConfirmationProps) {
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

interface QrCodeProps {
  drawing: ApiOutputs["secondFactor"]["begin"]["qrCode"];
  label: string;
}

/** Dark on light in either theme: many cameras read nothing else. */
function QrCode({ drawing: { size, path }, label }: QrCodeProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={classes["code"]}
    >
      <path d={path} />
    </svg>
  );
}

export function CodeField(props: TextInputProps) {
  const t = useTranslations("secondFactor");
  return <TextInput label={t("code")} autoComplete="one-time-code" spellCheck={false} maxLength={40} {...props} />;
}
