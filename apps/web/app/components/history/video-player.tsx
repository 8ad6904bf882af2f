import { Box } from "@mantine/core";

/** Plays a video where it stands. Only its outline is fetched before someone presses play. */
export function VideoPlayer({ src, label }: { src: string; label: string }) {
  return <Box component="video" src={src} controls playsInline preload="metadata" aria-label={label} />;
}
