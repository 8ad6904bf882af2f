import type { ApiInputs } from "@app/api/root";
import { VIDEO_DEFAULT_PROMPT } from "@app/core/video/video-choices";
import { useTRPCClient } from "~/trpc/client";
import { failureFromError } from "~/ui/read-failure";
import { useBalance } from "~/ui/shell/viewer";
import { useIdempotentMutation } from "~/ui/use-idempotent-mutation";
import { useReloadData } from "~/ui/use-reload-data";
import { useOutOfCredits } from "../credits/out-of-credits";
import { useOpenVideos } from "./open-videos";

export type VideoRequest = ApiInputs["video"]["generate"];

/** Requests videos, starts polling them, and updates the balance in the header. */
export function useVideoGeneration() {
  const api = useTRPCClient();
  const { setCredits } = useBalance();
  const reloadData = useReloadData();
  const { offer } = useOutOfCredits();
  const { watch } = useOpenVideos();
  const mutation = useIdempotentMutation({
    operation: "video",
    call: (request: VideoRequest, options) => api.video.generate.mutate(request, options),
    onSuccess: ({ id, taskId, remainingCredits }, { prompt, imageUrl, duration, resolution, watermark }) => {
      setCredits(remainingCredits);
      watch({
        ...{ historyId: id, taskId, sinceMs: Date.now() },
        prompt: prompt || VIDEO_DEFAULT_PROMPT,
        imageUrl: imageUrl ?? null,
        ...(duration ? { duration } : {}),
        ...(resolution ? { resolution } : {}),
        ...(typeof watermark === "boolean" ? { watermark } : {}),
      });
    },
    // A failed submission may have been charged: reloads the balance.
    onError: () => reloadData(),
  });
  const request = (input: VideoRequest) =>
    mutation.mutate(input, {
      onError: (error) => {
        if (failureFromError(error).kind === "outOfCredits") offer();
      },
    });
  return { request, lastRequest: mutation.variables ?? null, isPending: mutation.isPending, error: mutation.error };
}
