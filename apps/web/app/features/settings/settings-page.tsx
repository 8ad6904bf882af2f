import { Box, Button, Group, Text } from "@mantine/core";
import IconDownload from "@tabler/icons-react/dist/esm/icons/IconDownload.mjs";
import { useTranslations } from "use-intl/react";
import { PageHeader } from "~/ui/page-layout";
import { WebhookSettings } from "../webhooks/webhook-settings";
import { ApiKeySettings } from "./api-key-settings";
import { AppearanceSettings } from "./appearance-settings";
import { DeletionSettings } from "./deletion-settings";
import { MailSettings } from "./mail-settings";
import { PasswordSettings } from "./password-settings";
import { ProfileSettings } from "./profile-settings";
import { SecondFactorSettings } from "./second-factor-settings";
import { SessionSettings } from "./session-settings";
import { type SettingsData, SettingsSection } from "./settings-section";

/** All settings of the signed-in user. */
export function SettingsPage({ account, sessions, secondFactor, apiKeys, webhooks }: SettingsData) {
  const t = useTranslations("account");
  return (
    <Box maw={960}>
      <PageHeader title={t("title")} description={t("description")} />
      <ProfileSettings account={account} />
      <AppearanceSettings />
      <MailSettings account={account} />
      <PasswordSettings hasPassword={account.hasPassword} />
      <SecondFactorSettings account={account} secondFactor={secondFactor} />
      <SessionSettings sessions={sessions} />
      <ApiKeySettings apiKeys={apiKeys} />
      <WebhookSettings webhooks={webhooks} />
      <DataSettings />
      <DeletionSettings account={account} />
    </Box>
  );
}

const EXPORT_PATH = "/account/export.json";

/** Downloads all data of the user as a JSON file. */
function DataSettings() {
  const t = useTranslations("account");
  return (
    <SettingsSection id="data" title={t("data.title")} description={t("data.description")}>
      <Group justify="space-between">
        <Text size="sm">{t("data.contents")}</Text>
        <Button
          component="a"
          href={EXPORT_PATH}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t("data.export")}
        </Button>
      </Group>
    </SettingsSection>
  );
}
