import type { ApiOutputs } from "@app/api/root";
import { isAccountRefusal } from "@app/core/account/refusal";
import { Box, Card, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import type { Failure } from "~/ui/failure";
import { FailureNotice } from "~/ui/failure-notice";
import { failureFromError, refusalOf } from "~/ui/read-failure";
import classes from "./settings-section.module.css";

/** Loader data of the settings page. */
export interface SettingsData {
  account: ApiOutputs["account"]["overview"];
  sessions: ApiOutputs["account"]["sessions"];
  secondFactor: ApiOutputs["secondFactor"]["state"];
  apiKeys: ApiOutputs["apiKeys"]["list"];
  webhooks: ApiOutputs["webhooks"]["list"];
}

interface SettingsSectionProps {
  id: string;
  title: string;
  description: ReactNode;
  isDangerous?: boolean;
  children: ReactNode;
}

/** A group of settings: title and description next to a card. */
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

/** Focuses the title of a section, when the row that had the focus is about to go. */
export function focusSection(id: string): void {
  const title = document.getElementById(id);
  title?.setAttribute("tabindex", "-1");
  title?.focus({ preventScroll: true });
}

/** Returns a function that says why an account change failed. Refusals have their own translated texts. */
export function useDescribeAccountFailure(): (error: unknown) => Failure {
  const t = useTranslations("account");
  return (error) => {
    const refusal = refusalOf(error);
    return isAccountRefusal(refusal) ? { kind: "refused", message: t(`refusal.${refusal}`) } : failureFromError(error);
  };
}

/** Error of a failed account change. */
export function AccountFailure({ error }: { error: unknown }) {
  const describe = useDescribeAccountFailure();
  return error ? <FailureNotice failure={describe(error)} /> : null;
}
