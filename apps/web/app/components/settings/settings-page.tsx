import type { ApiOutputs } from "@app/api/root";
import { Box } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { PageHeader } from "~/components/page/page-header";
import { AppearanceSettings } from "./appearance-settings";
import { DataSettings } from "./data-settings";
import { DeletionSettings } from "./deletion-settings";
import { PasswordSettings } from "./password-settings";
import { ProfileSettings } from "./profile-settings";
import { SecondFactorSettings } from "./second-factor-settings";
import { SessionSettings } from "./session-settings";

export interface SettingsData {
  account: ApiOutputs["account"]["overview"];
  sessions: ApiOutputs["account"]["sessions"];
  secondFactor: ApiOutputs["secondFactor"]["state"];
}

/** One's own account: who one is, how the pages look, who is signed in, and the way out. */
export function SettingsPage({ account, sessions, secondFactor }: SettingsData) {
  const t = useTranslations("account");
  return (
    <Box maw={960}>
      <PageHeader title={t("title")} description={t("description")} />
      <ProfileSettings account={account} />
      <AppearanceSettings />
      <PasswordSettings hasPassword={account.hasPassword} />
      <SecondFactorSettings account={account} secondFactor={secondFactor} />
      <SessionSettings sessions={sessions} />
      <DataSettings />
      <DeletionSettings account={account} />
    </Box>
  );
}
