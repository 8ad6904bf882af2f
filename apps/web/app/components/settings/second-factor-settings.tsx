import { Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/use-format";
import { RecoveryCodes } from "./recovery-codes";
import { SecondFactorEnrolment } from "./second-factor-enrolment";
import { SecondFactorRemoval } from "./second-factor-removal";
import type { SettingsData } from "./settings-page";
import { SettingsSection } from "./settings-section";

/** For administrators: whether signing in asks for a code as well. */
export function SecondFactorSettings({ account, secondFactor }: Pick<SettingsData, "account" | "secondFactor">) {
  const t = useTranslations("secondFactor");
  const format = useFormat();
  // Shown until the reader leaves the page: nobody can show them again.
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
