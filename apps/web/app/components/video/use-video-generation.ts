import { VIDEO_DEFAULT_PROMPT } from "@app/core/video/generate-video-input";
import { useRevalidator } from "@remix-run/react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "~/trpc/client";
import { useBalance } from "../shell/balance";
import type { VideoTask } from "./video-task";

/** Asks for videos and keeps those of this visit, the newest first; it begins with those that were still open. */
export function useVideoGeneration(open: readonly VideoTask[]) {
  const trpc = useTRPC();
  const { setCredits } = useBalance();
  const { revalidate } = useRevalidator();
  const [tasks, setTasks] = useState(open);
  const generation = useMutation(
    trpc.video.generate.mutationOptions({
      onSuccess: ({ id, taskId, remainingCredits }, { prompt }) => {
        setCredits(remainingCredits);
        setTasks((current) => [{ historyId: id, taskId, prompt: prompt || VIDEO_DEFAULT_PROMPT }, ...current]);
      },
      // A submission that failed may have cost its credits all the same.
      onError: () => revalidate(),
    }),
  );
  return { generation, tasks };
}
