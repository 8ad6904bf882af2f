import { Paper, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

/** What stands where there is nothing yet, with the way to change that. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="sm">
        <Text c="dimmed" ta="center">
          {children}
        </Text>
        {action}
      </Stack>
    </Paper>
  );
}
