import { SimpleGrid } from "@mantine/core";
import type { Generation } from "./generation";
import { GenerationCard } from "./generation-card";

export function GenerationGrid({ generations }: { generations: readonly Generation[] }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
      {generations.map((generation) => (
        <GenerationCard key={generation.id} generation={generation} />
      ))}
    </SimpleGrid>
  );
}
