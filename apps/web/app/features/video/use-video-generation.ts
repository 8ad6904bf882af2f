import type { ApiInputs } from "@app/api/root";
import { VIDEO_DEFAULT_PROMPT } from "@app/core/video/video-choices";
import { useRevalidator } from "@remix-run/react";
import { useTRPCClient } from "~/trpc/client";
import { failureFromError } from "~/ui/read-failure";
import { useBalance } from "~/ui/shell/viewer";
import { useIdempotentMutation } from "~/ui/use-idempotent-mutation";
import { useOutOfCredits } from "../credits/out-of-credits";
import { useOpenVideos } from "./open-videos";

export type VideoRequest = ApiInputs["video"]["generate"];

/** Asks for videos, has them looked after, and keeps the balance in the header right. */
export function useVideoGeneration() {
  const api = useTRPCClient();
  const { setCredits } = useBalance();
  const { revalidate } = useRevalidator();
  const { offer } = useOutOfCredits();
  const { watch } = useOpenVideos();
  const mutation = useIdempotentMutation({
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
    // A submission that failed may have cost its credits all the same.
    onError: () => revalidate(),
  });
  const request = (asked: VideoRequest) =>
    mutation.mutate(asked, {
      onError: (error) => {
        if (failureFromError(error).kind === "outOfCredits") offer();
      },
    });
  return { request, lastRequest: mutation.variables ?? null, isPending: mutation.isPending, error: mutation.error };
}
