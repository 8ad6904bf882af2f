import { useRevalidator } from "@remix-run/react";
import { useTRPCClient } from "~/trpc/client";
import { useBalance } from "../shell/balance";
import { useKeyedMutation } from "../submission/use-keyed-mutation";
import type { ImageRequest } from "./image-form";

/** Asks for an image and keeps the balance in the header right. */
export function useImageGeneration() {
  const api = useTRPCClient();
  const { setCredits } = useBalance();
  const { revalidate } = useRevalidator();
  return useKeyedMutation({
    call: (request: ImageRequest, options) => api.image.generate.mutate(request, options),
    onSuccess: (image) => setCredits(image.remainingCredits),
    // A generation that failed may have cost its credits all the same.
    onError: () => revalidate(),
  });
}
