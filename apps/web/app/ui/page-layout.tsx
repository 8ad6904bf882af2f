import { Box, Card, Group, Paper, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./figure-card.module.css";

interface PageHeaderProps {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
}

/** The page's h1 with an optional description. */
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

/** A titled section. It has no accessible name, so it is not a landmark: the tables in it already are regions of that name. */
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

interface EmptyStateProps {
  children: ReactNode;
  /** One of the drawings in ./illustrations. */
  illustration?: ReactNode;
  action?: ReactNode;
}

/** Shown in place of an empty list. */
export function EmptyState({ children, illustration, action }: EmptyStateProps) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="sm">
        {illustration}
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
  /** Next to the label, such as an explanation. */
  help?: ReactNode;
}

export function FigureCard({ label, value, note, help }: FigureCardProps) {
  return (
    <Card withBorder padding="md" h="100%">
      <p className={classes["label"]}>
        {label}
        {help}
      </p>
      <p className={classes["value"]}>{value}</p>
      {note ? <div className={classes["note"]}>{note}</div> : null}
    </Card>
  );
}
