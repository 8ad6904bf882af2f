import { Card, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

const CARD_WIDTH = 420;

/** The narrow card that signing in and signing up happen in. */
export function AuthCard({ title, children, footer }: { title: string; children: ReactNode; footer: ReactNode }) {
  return (
    <Stack maw={CARD_WIDTH} mx="auto" py={{ base: 16, sm: 48 }} gap="md">
      <Title order={1} size="h2" ta="center">
        {title}
      </Title>
      <Card withBorder padding="lg">
        <Stack gap="md">{children}</Stack>
      </Card>
      <Text ta="center" size="sm">
        {footer}
      </Text>
    </Stack>
  );
}
