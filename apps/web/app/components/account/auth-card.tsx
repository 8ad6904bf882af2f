import { Card, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

const CARD_WIDTH = 420;

interface AuthCardProps {
  title: string;
  description?: ReactNode;
  children: ReactNode;
  footer: ReactNode;
}

/** The narrow card that signing in and everything around it happen in. */
export function AuthCard({ title, description, children, footer }: AuthCardProps) {
  return (
    <Stack maw={CARD_WIDTH} mx="auto" py={{ base: "md", sm: 64 }} gap="lg">
      <Stack gap={6} ta="center">
        <Title order={1} size="h2">
          {title}
        </Title>
        {description ? <Text c="dimmed">{description}</Text> : null}
      </Stack>
      <Card padding="xl" shadow="sm">
        <Stack gap="lg">{children}</Stack>
      </Card>
      <Text ta="center" size="sm" c="dimmed" component="div">
        {footer}
      </Text>
    </Stack>
  );
}
