import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { useTRPCClient } from "~/trpc/client";
import { failureFromError } from "~/ui/read-failure";
import { useBalance } from "~/ui/shell/viewer";
import { useIdempotentMutation } from "~/ui/use-idempotent-mutation";
import { useOutOfCredits } from "../credits/out-of-credits";
import { type GeneratedImage, type ImageSettings, imageFromResult } from "./generated-image";

export interface ImageRequest extends ImageSettings {
  imageUrl: string;
}

/** Asks for images, keeps those of this visit before the earlier ones, and keeps the balance in the header right. */
export function useImageGeneration(earlier: readonly GeneratedImage[]) {
  const api = useTRPCClient();
  const { setCredits } = useBalance();
  const { revalidate } = useRevalidator();
  const { offer } = useOutOfCredits();
  const [made, setMade] = useState<readonly GeneratedImage[]>([]);
  const [chosenId, choose] = useState<string | null>(null);
  const [sinceMs, setSinceMs] = useState(0);
  const mutation = useIdempotentMutation({
    call: (request: ImageRequest, options) => api.image.generate.mutate(request, options),
    onSuccess: (result, request) => {
      setCredits(result.remainingCredits);
      setMade((current) => [imageFromResult(result, request), ...current]);
      choose(result.id);
    },
    // A generation that failed may have cost its credits all the same.
    onError: () => revalidate(),
  });
  const images = [...made, ...earlier.filter(({ id }) => made.every((image) => image.id !== id))];
  return {
    images,
    shown: images.find(({ id }) => id === chosenId) ?? images[0] ?? null,
    /** Looking at another picture puts a failure away. */
    choose: (id: string) => {
      if (!mutation.isPending) mutation.reset();
      choose(id);
    },
    request: (request: ImageRequest) => {
      setSinceMs(Date.now());
      mutation.mutate(request, {
        onError: (error) => {
          if (failureFromError(error).kind === "outOfCredits") offer();
        },
      });
    },
    lastRequest: mutation.variables ?? null,
    isPending: mutation.isPending,
    isSuccess: mutation.isSuccess,
    error: mutation.error,
    sinceMs,
  };
}

export type ImageGeneration = ReturnType<typeof useImageGeneration>;
