import type { ApiOutputs } from "@app/api/root";
import { Anchor, Box, Button, Card, Code, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { SiteFooter } from "../landing/site-layout";
import { QuickStart } from "./quick-start";
import { Reference } from "./reference";
import type { ReferenceGroup } from "./reference.server";

interface DevelopersPageProps {
  isSignedIn: boolean;
  origin: string;
  model: string;
  /** The keys of the signed-in user. */
  apiKeys: ApiOutputs["apiKeys"]["list"];
  groups: readonly ReferenceGroup[];
}

/** Quick start, the reader's keys and the reference of the API. */
export function DevelopersPage({ isSignedIn, origin, model, apiKeys, groups }: DevelopersPageProps) {
  const t = useTranslations("developers");
  return (
    <Box maw={900} mx="auto">
      <Stack gap="xs" pt={{ base: "md", sm: "xl" }} pb="xl">
        <Title order={1}>{t("title")}</Title>
        <Text c="dimmed" size="lg">
          {t("description")}
        </Text>
      </Stack>
      <Box component="section" mb="xl">
        <Title order={2} size="h3" mb="sm">
          {t("quickStart")}
        </Title>
        <Stack gap="md">
          <Keys isSignedIn={isSignedIn} apiKeys={apiKeys} />
          <QuickStart origin={origin} model={model} />
        </Stack>
      </Box>
      <Box component="section" mb="xl">
        <Title order={2} size="h3" mb="sm">
          {t("otherWays")}
        </Title>
        <Text>
          {t.rich("otherWaysText", {
            openai: () => <Code>{`${origin}/v1`}</Code>,
            mcp: () => <Code>{`${origin}/mcp`}</Code>,
          })}
        </Text>
      </Box>
      <Box component="section">
        <Group justify="space-between" mb="sm">
          <Title order={2} size="h3" id="reference">
            {t("reference")}
          </Title>
          <Anchor href="/api/openapi.json">{t("document")}</Anchor>
        </Group>
        <Reference groups={groups} />
      </Box>
      <SiteFooter isSignedIn={isSignedIn} />
    </Box>
  );
}

const KEYS_SHOWN_MAX = 5;

/** The reader's keys by name, or the way to a first one. */
function Keys({ isSignedIn, apiKeys }: Pick<DevelopersPageProps, "isSignedIn" | "apiKeys">) {
  const t = useTranslations("developers");
  const path = useLocalePath();
  const account = path("/account#api-keys");
  const to = isSignedIn ? account : path(`/sign-up?${new URLSearchParams({ callbackUrl: account })}`);
  return (
    <Card withBorder padding="md">
      <Group justify="space-between" gap="sm">
        <Stack gap={4}>
          <Text fw={600}>{t(apiKeys.length > 0 ? "yourKeys" : "getKey")}</Text>
          {apiKeys.length > 0 ? (
            <Group gap="md">
              {apiKeys.slice(0, KEYS_SHOWN_MAX).map(({ id, name, prefix }) => (
                <Text key={id} size="sm" style={{ overflowWrap: "anywhere" }}>
                  {name} <Code>{prefix}…</Code>
                </Text>
              ))}
            </Group>
          ) : (
            <Text size="sm" c="dimmed">
              {t("getKeyText")}
            </Text>
          )}
        </Stack>
        <Button component={Link} to={to} variant={apiKeys.length > 0 ? "default" : "filled"}>
          {t(isSignedIn ? "manageKeys" : "createAccount")}
        </Button>
      </Group>
    </Card>
  );
}
