import { AspectRatio, Center, Text } from "@mantine/core";
import type { Generation } from "./generation";
import classes from "./generation-media.module.css";
import { VideoPlayer } from "./video-player";

const RATIO = 4 / 3;

/** The picture or the player; a word in its place while there is neither. */
export function GenerationMedia({ generation }: { generation: Generation }) {
  return (
    <AspectRatio ratio={RATIO} className={classes["frame"] ?? ""}>
      <Media generation={generation} />
    </AspectRatio>
  );
}

function Media({ generation: { type, status, resultUrl, prompt } }: { generation: Generation }) {
  if (!resultUrl) {
    return (
      <Center>
        <Text size="sm" c="dimmed">
          {status === "failed" ? "No result" : "Not ready yet"}
        </Text>
      </Center>
    );
  }
  if (type === "video") {
    return <VideoPlayer src={resultUrl} label={prompt} />;
  }
  return (
    <a href={resultUrl} target="_blank" rel="noreferrer">
      <img src={resultUrl} alt={prompt} loading="lazy" />
    </a>
  );
}
