import { isAccountRefusal } from "@app/core/account/refusal";
import { Alert, Box, Card, Stack, Text, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useRevalidator } from "@remix-run/react";
import IconAlertCircle from "@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs";
import { isTRPCClientError } from "@trpc/client";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { FailureNotice } from "~/ui/failure-notice";
import { failureFromError } from "~/ui/read-failure";
import classes from "./settings-section.module.css";

interface SettingsSectionProps {
  id: string;
  title: string;
  description: ReactNode;
  isDangerous?: boolean;
  children: ReactNode;
}

/** One group of settings: what it is about beside what can be set. */
export function SettingsSection({ id, title, description, isDangerous = false, children }: SettingsSectionProps) {
  return (
    <Box component="section" aria-labelledby={id} className={classes["section"] ?? ""}>
      <Stack gap={4}>
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {description}
        </Text>
      </Stack>
      <Card className={(isDangerous ? classes["danger"] : undefined) ?? ""}>{children}</Card>
    </Box>
  );
}

/** Why a change of the account failed: a refusal that is known by name in the reader's language. */
export function AccountFailure({ error }: { error: unknown }) {
  const t = useTranslations("account");
  if (!error) return null;
  const refusal = readRefusalReason(error);
  if (!isAccountRefusal(refusal)) return <FailureNotice failure={failureFromError(error)} />;
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle aria-hidden />}>
      {t(`refusal.${refusal}`)}
    </Alert>
  );
}

function readRefusalReason(error: unknown): unknown {
  if (!isTRPCClientError(error)) return undefined;
  const data: { fields?: Record<string, unknown> } | undefined = error.data;
  return data?.fields?.["refusal"];
}

/** Says that a setting is saved, and loads the page's data anew. */
export function useNotifySaved(): (message: string) => void {
  const { revalidate } = useRevalidator();
  return (message) => {
    notifications.show({ message, color: "mint" });
    revalidate();
  };
}
