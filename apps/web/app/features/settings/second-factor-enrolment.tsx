import type { ApiOutputs } from "@app/api/root";
import { Button, Code, Group, PasswordInput, Stack, Text, TextInput, type TextInputProps } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useTRPC } from "~/trpc/client";
import { useNotifyDone } from "~/ui/use-notify-done";
import classes from "./second-factor-enrolment.module.css";
import { AccountFailure } from "./settings-section";

interface SecondFactorEnrolmentProps {
  hasPassword: boolean;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
}

/** Turns the second factor on: asks for the password, then shows the secret and confirms a first code. */
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
            aria-invalid={Boolean(form.errors["currentPassword"])}
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

/** Shows the secret as text and QR code, and asks for a code from the authenticator app. */
function SecondFactorConfirmation({ secret, qrCode, onConfirmed }: SecondFactorConfirmationProps) {
  const t = useTranslations("secondFactor");
  const trpc = useTRPC();
  const notifyDone = useNotifyDone();
  const form = useForm({
    initialValues: { code: "" },
    validate: { code: (value) => (value.trim() === "" ? t("codeMissing") : null) },
  });
  const confirm = useMutation(
    trpc.secondFactor.confirm.mutationOptions({
      onSuccess: ({ recoveryCodes }) => {
        onConfirmed(recoveryCodes);
        notifyDone(t("turnedOn"));
      },
    }),
  );
  return (
    <form onSubmit={form.onSubmit((values) => confirm.mutate(values))} noValidate>
      <Stack gap="md">
        <Text size="sm">{t("scan")}</Text>
        <QrCode qrCode={qrCode} label={t("qrCode")} />
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
  qrCode: NewSecondFactor["qrCode"];
  label: string;
}

/** Dark on light in both colour schemes, because many cameras cannot read inverted QR codes. */
function QrCode({ qrCode: { size, path }, label }: QrCodeProps) {
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
