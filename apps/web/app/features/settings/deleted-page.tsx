import { Button, Stack, Text, Title } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";

/** Shown after an account has been deleted. */
export function DeletedPage() {
  const t = useTranslations("account");
  const path = useLocalePath();
  return (
    <Stack maw={480} mx="auto" py={64} gap="sm" align="flex-start">
      <Title order={1} size="h2">
        {t("deleted.title")}
      </Title>
      <Text c="dimmed">{t("deleted.text")}</Text>
      <Button component={Link} to={path("/")} variant="default">
        {t("deleted.toStart")}
      </Button>
    </Stack>
  );
}
