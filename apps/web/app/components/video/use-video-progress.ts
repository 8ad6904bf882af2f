import { VIDEO_POLL_GIVE_UP_MS, VIDEO_POLL_INTERVAL_MS } from "@app/core/video/decide-video-status";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTRPC } from "~/trpc/client";
import { progressOf, UNCHECKED, type VideoProgress, type VideoTask } from "./video-task";

/** Asks for a video's status until it has ended, or for as long as is reasonable. */
export function useVideoProgress(task: VideoTask): { progress: VideoProgress; hasGivenUp: boolean } {
  const trpc = useTRPC();
  const [hasGivenUp, setHasGivenUp] = useState(false);
  const { historyId, taskId } = task;
  const status = useQuery(
    trpc.video.status.queryOptions(
      { historyId, taskId },
      {
        staleTime: 0,
        refetchIntervalInBackground: true,
        refetchInterval: ({ state }) =>
          hasGivenUp || progressOf(state.data).phase !== "running" ? false : VIDEO_POLL_INTERVAL_MS,
      },
    ),
  );
  useEffect(() => {
    const timer = setTimeout(() => setHasGivenUp(true), VIDEO_POLL_GIVE_UP_MS);
    return () => clearTimeout(timer);
  }, []);
  return { progress: status.isError ? UNCHECKED : progressOf(status.data), hasGivenUp };
}
