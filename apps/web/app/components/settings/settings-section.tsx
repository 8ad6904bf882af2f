import { Box, Card, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
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
