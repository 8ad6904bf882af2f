import { SimpleGrid } from "@mantine/core";
import type { ReactNode } from "react";
import type { Generation } from "./generation";
import { GenerationCard } from "./generation-card";

interface GenerationGridProps {
  generations: readonly Generation[];
  /** What can be done about one of them. */
  actionFor?: (generation: Generation) => ReactNode;
}

export function GenerationGrid({ generations, actionFor }: GenerationGridProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
      {generations.map((generation) => (
        <GenerationCard key={generation.id} generation={generation} action={actionFor?.(generation)} />
      ))}
    </SimpleGrid>
  );
}
