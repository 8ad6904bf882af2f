import { Alert, Code, SimpleGrid, Stack, Text } from "@mantine/core";
import IconKey from "@tabler/icons-react/dist/esm/icons/IconKey.mjs";
import { useTranslations } from "use-intl/react";

/** What to write down for the day the authenticator app is lost. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
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
