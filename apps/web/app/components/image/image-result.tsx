import type { ApiOutputs } from "@app/api/root";
import { Anchor, Image, SimpleGrid, Stack, Text } from "@mantine/core";

/** The new picture beside the one it was made from. */
export function ImageResult({ result, prompt }: { result: ApiOutputs["image"]["generate"]; prompt: string }) {
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Figure src={result.sourceImageUrl} caption="Reference" alt="The reference picture" />
        <Figure src={result.url} caption="Result" alt={prompt} />
      </SimpleGrid>
      {result.revisedPrompt === prompt ? null : (
        <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          Understood as: {result.revisedPrompt}
        </Text>
      )}
      <Anchor href={result.url} target="_blank" rel="noreferrer" size="sm">
        Open the result in full size
      </Anchor>
    </Stack>
  );
}

function Figure({ src, caption, alt }: { src: string; caption: string; alt: string }) {
  return (
    <figure style={{ margin: 0 }}>
      <Image src={src} alt={alt} radius="md" fit="contain" />
      <Text component="figcaption" size="sm" c="dimmed" mt={4}>
        {caption}
      </Text>
    </figure>
  );
}
