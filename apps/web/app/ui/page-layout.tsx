import { Box, Card, Group, Paper, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./figure-card.module.css";

interface PageHeaderProps {
  title: string;
  description?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
}

/** A page's one h1, with what it is for. */
export function PageHeader({ title, description, actions }: PageHeaderProps) {
  return (
    <Group justify="space-between" align="flex-start" mb="lg">
      <Stack gap={4}>
        <Title order={1} size="h2">
          {title}
        </Title>
        {description ? <Text c="dimmed">{description}</Text> : null}
      </Stack>
      {actions}
    </Group>
  );
}

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

interface FigureCardProps {
  label: string;
  value: ReactNode;
  note?: ReactNode;
}

/** One figure with its name, and what there is to say about it. */
export function FigureCard({ label, value, note }: FigureCardProps) {
  return (
    <Card withBorder padding="md" h="100%">
      <p className={classes["label"]}>{label}</p>
      <p className={classes["value"]}>{value}</p>
      {note ? <div className={classes["note"]}>{note}</div> : null}
    </Card>
  );
}
