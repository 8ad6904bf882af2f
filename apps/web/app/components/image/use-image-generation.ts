import { useRevalidator } from "@remix-run/react";
import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "~/trpc/client";
import { useBalance } from "../shell/balance";

/** Asks for an image and keeps the balance in the header right. */
export function useImageGeneration() {
  const trpc = useTRPC();
  const { setCredits } = useBalance();
  const { revalidate } = useRevalidator();
  return useMutation(
    trpc.image.generate.mutationOptions({
      onSuccess: (image) => setCredits(image.remainingCredits),
      // A generation that failed may have cost its credits all the same.
      onError: () => revalidate(),
    }),
  );
}
