import { Alert, Anchor, Button, Group, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/use-locale-path";
import { DeletionDialog } from "./deletion-dialog";
import type { SettingsData } from "./settings-page";
import { SettingsSection } from "./settings-section";

/** The way out for good, or what has to be done first. */
export function DeletionSettings({ account }: Pick<SettingsData, "account">) {
  const t = useTranslations("account");
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <SettingsSection id="deletion" title={t("deletion.title")} description={t("deletion.description")} isDangerous>
      {account.hasLiveSubscription || account.isAdministrator ? (
        <DeletionObstacle isAdministrator={account.isAdministrator} />
      ) : (
        <Group justify="space-between">
          <Text size="sm">{t("deletion.final")}</Text>
          <Button color="red" variant="light" onClick={dialog.open}>
            {t("deletion.open")}
          </Button>
        </Group>
      )}
      <DeletionDialog account={account} isOpen={isOpen} onClose={dialog.close} />
    </SettingsSection>
  );
}

function DeletionObstacle({ isAdministrator }: { isAdministrator: boolean }) {
  const t = useTranslations("account");
  const path = useLocalePath();
  if (isAdministrator) return <Text size="sm">{t("refusal.administrator")}</Text>;
  return (
    <Alert color="yellow" variant="light" role="note">
      {t("refusal.liveSubscription")}{" "}
      <Anchor component={Link} to={path("/billing")} inherit>
        {t("deletion.toBilling")}
      </Anchor>
    </Alert>
  );
}
