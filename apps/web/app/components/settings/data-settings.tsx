import { Button, Group, Text } from "@mantine/core";
import IconDownload from "@tabler/icons-react/dist/esm/icons/IconDownload.mjs";
import { useTranslations } from "use-intl/react";
import { SettingsSection } from "./settings-section";

const EXPORT_PATH = "/account/export.json";

/** Everything that is kept about the reader, as a file. */
export function DataSettings() {
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
