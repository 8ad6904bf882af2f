import type { ApiInputs } from "@app/api/root";
import { VIDEO_DEFAULT_PROMPT } from "@app/core/video/generate-video-input";
import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { useTRPCClient } from "~/trpc/client";
import { useBalance } from "../shell/balance";
import { useKeyedMutation } from "../submission/use-keyed-mutation";
import type { VideoTask } from "./video-task";

/** Asks for videos and keeps those of this visit, the newest first; it begins with those that were still open. */
export function useVideoGeneration(open: readonly VideoTask[]) {
  const api = useTRPCClient();
  const { setCredits } = useBalance();
  const { revalidate } = useRevalidator();
  const [tasks, setTasks] = useState(open);
  const generation = useKeyedMutation({
    call: (request: ApiInputs["video"]["generate"], options) => api.video.generate.mutate(request, options),
    onSuccess: ({ id, taskId, remainingCredits }, { prompt }) => {
      setCredits(remainingCredits);
      setTasks((current) => [{ historyId: id, taskId, prompt: prompt || VIDEO_DEFAULT_PROMPT }, ...current]);
    },
    // A submission that failed may have cost its credits all the same.
    onError: () => revalidate(),
  });
  return { generation, tasks };
}
