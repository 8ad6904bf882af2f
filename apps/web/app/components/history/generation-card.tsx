import { Card, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useFormat } from "~/i18n/use-format";
import type { Generation } from "./generation";
import { GenerationMedia } from "./generation-media";
import { StatusBadge } from "./status-badge";

interface GenerationCardProps {
  generation: Generation;
  action?: ReactNode;
}

/** An image or a video with what was asked for and what became of it. */
export function GenerationCard({ generation, action }: GenerationCardProps) {
  const format = useFormat();
  return (
    <Card withBorder padding="sm" h="100%">
      <Card.Section mb="sm">
        <GenerationMedia generation={generation} />
      </Card.Section>
      <Group gap="xs" wrap="nowrap" align="flex-start" justify="space-between">
        <Text size="sm" lineClamp={2} style={{ overflowWrap: "anywhere" }}>
          {generation.prompt}
        </Text>
        <StatusBadge status={generation.status} />
      </Group>
      {generation.error ? (
        <Text size="sm" c="red" mt={4} style={{ overflowWrap: "anywhere" }}>
          {generation.error}
        </Text>
      ) : null}
      <Text size="xs" c="dimmed" mt="auto" pt="xs">
        {format.dateTime(generation.createdAt)} · {generation.type === "video" ? "Video" : "Image"} ·{" "}
        {format.number(generation.creditsUsed)} credits
      </Text>
      {action}
    </Card>
  );
}
