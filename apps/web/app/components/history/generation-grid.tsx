import { SimpleGrid } from "@mantine/core";
import type { ReactNode } from "react";
import { GenerationCard, type ShownGeneration } from "./generation-card";

interface GenerationGridProps {
  generations: readonly ShownGeneration[];
  /** Where all about one of them is shown. */
  addressFor?: (generation: ShownGeneration) => string;
  /** What can be done about one of them. */
  actionFor?: (generation: ShownGeneration) => ReactNode;
}

export function GenerationGrid({ generations, addressFor, actionFor }: GenerationGridProps) {
  return (
    <SimpleGrid cols={{ base: 2, md: 3 }} spacing={{ base: "xs", xs: "md" }}>
      {generations.map((generation) => (
        <GenerationCard
          key={generation.id}
          generation={generation}
          address={addressFor?.(generation)}
          action={actionFor?.(generation)}
        />
      ))}
    </SimpleGrid>
  );
}
