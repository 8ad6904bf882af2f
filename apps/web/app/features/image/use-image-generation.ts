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

/** Generates images, lists the new ones before the earlier ones, and updates the balance in the header. */
export function useImageGeneration(earlier: readonly GeneratedImage[]) {
  const api = useTRPCClient();
  const { setCredits } = useBalance();
  const { revalidate } = useRevalidator();
  const { offer } = useOutOfCredits();
  const [newImages, setNewImages] = useState<readonly GeneratedImage[]>([]);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [sinceMs, setSinceMs] = useState(0);
  const mutation = useIdempotentMutation({
    call: (request: ImageRequest, options) => api.image.generate.mutate(request, options),
    onSuccess: (result, request) => {
      setCredits(result.remainingCredits);
      setNewImages((current) => [imageFromResult(result, request), ...current]);
      setChosenId(result.id);
    },
    // A failed generation may have been charged: reloads the balance.
    onError: () => revalidate(),
  });
  const images = [...newImages, ...earlier.filter(({ id }) => newImages.every((image) => image.id !== id))];
  return {
    images,
    shown: images.find(({ id }) => id === chosenId) ?? images[0] ?? null,
    /** Shows another image. This also dismisses a failure. */
    choose: (id: string) => {
      if (!mutation.isPending) mutation.reset();
      setChosenId(id);
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
