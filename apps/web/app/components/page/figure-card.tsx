import { Card, Text } from "@mantine/core";
import type { ReactNode } from "react";

interface FigureCardProps {
  label: string;
  value: ReactNode;
  note?: ReactNode;
}

/** One figure with its name, and what there is to say about it. */
export function FigureCard({ label, value, note }: FigureCardProps) {
  return (
    <Card withBorder padding="md" h="100%">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fz={26} fw={700} lh={1.3}>
        {value}
      </Text>
      {note ? (
        <Text size="sm" c="dimmed" mt="auto" component="div">
          {note}
        </Text>
      ) : null}
    </Card>
  );
}
