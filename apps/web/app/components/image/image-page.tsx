import { Card, SimpleGrid } from "@mantine/core";
import { PageHeader } from "../page/page-header";
import { ImageForm } from "./image-form";
import { ImageOutcome } from "./image-outcome";
import { useImageGeneration } from "./use-image-generation";

/** Makes a picture from a reference and a prompt. */
export function ImagePage() {
  const generation = useImageGeneration();
  return (
    <>
      <PageHeader title="Image" description="Remake a picture: choose a reference and say what should become of it." />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Card withBorder padding="lg">
          <ImageForm onRequest={(request) => generation.mutate(request)} isGenerating={generation.isPending} />
        </Card>
        <Card withBorder padding="lg" aria-live="polite" aria-busy={generation.isPending}>
          <ImageOutcome generation={generation} />
        </Card>
      </SimpleGrid>
    </>
  );
}
