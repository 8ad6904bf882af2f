import { Box, Group, Title } from "@mantine/core";
import type { ReactNode } from "react";

interface SectionProps {
  title: string;
  id?: string;
  action?: ReactNode;
  children: ReactNode;
}

/** A titled part of a page. No landmark: the tables in it are regions of their own, by the same name. */
export function Section({ title, id, action, children }: SectionProps) {
  return (
    <Box component="section" {...(id ? { id } : {})} mb="xl">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </Box>
  );
}
