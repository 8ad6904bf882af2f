import { Alert, Button, Code, Group, PasswordInput, SimpleGrid, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import IconKey from "@tabler/icons-react/dist/esm/icons/IconKey.mjs";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useTRPC } from "~/trpc/client";
import { useNotifyDone } from "~/ui/use-notify-done";
import { CodeField, SecondFactorEnrolment } from "./second-factor-enrolment";
import { AccountFailure, type SettingsData, SettingsSection } from "./settings-section";

/** Turns the second factor on or off. Shown to administrators, and to users who have it turned on. */
export function SecondFactorSettings({ account, secondFactor }: Pick<SettingsData, "account" | "secondFactor">) {
  const t = useTranslations("secondFactor");
  const format = useFormat();
  // Kept until the user leaves the page. Recovery codes cannot be shown again.
  const [newCodes, setNewCodes] = useState<readonly string[] | null>(null);
  const { confirmedAt, recoveryCodesLeft } = secondFactor;
  if (!account.isAdministrator && !confirmedAt) return null;
  return (
    <SettingsSection id="second-factor" title={t("title")} description={t("description")}>
      <Stack gap="md">
        {newCodes ? <RecoveryCodes codes={newCodes} /> : null}
        {confirmedAt ? (
          <>
            <Text size="sm">
              {t("on", { date: format.date(confirmedAt) })} {t("codesLeft", { count: recoveryCodesLeft })}
            </Text>
            <SecondFactorRemoval hasPassword={account.hasPassword} onRemoved={() => setNewCodes(null)} />
          </>
        ) : null}
        {confirmedAt || newCodes ? null : (
          <SecondFactorEnrolment hasPassword={account.hasPassword} onConfirmed={setNewCodes} />
        )}
      </Stack>
    </SettingsSection>
  );
}

/** Turns the second factor off. Requires both the password and a code. */
function SecondFactorRemoval({ hasPassword, onRemoved }: { hasPassword: boolean; onRemoved: () => void }) {
  const t = useTranslations("secondFactor");
  const trpc = useTRPC();
  const notifyDone = useNotifyDone();
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
        notifyDone(t("turnedOff"));
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
            aria-invalid={Boolean(form.errors["currentPassword"])}
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

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const t = useTranslations("secondFactor");
  return (
    <Alert color="yellow" variant="light" icon={<IconKey aria-hidden />} title={t("recoveryTitle")} role="status">
      <Stack gap="sm">
        <Text size="sm">{t("recoveryText")}</Text>
        <SimpleGrid component="ul" cols={{ base: 1, xs: 2 }} spacing={4} p={0} m={0} style={{ listStyle: "none" }}>
          {codes.map((code) => (
            <li key={code}>
              <Code>{code}</Code>
            </li>
          ))}
        </SimpleGrid>
      </Stack>
    </Alert>
  );
}
