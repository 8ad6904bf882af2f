import { useEffect, useRef, useState } from "react";
import { useTRPCClient } from "~/trpc/client";
import { failureFromError } from "~/ui/read-failure";
import { useBalance } from "~/ui/shell/viewer";
import { callIdempotently } from "~/ui/use-idempotent-mutation";
import { useReloadData } from "~/ui/use-reload-data";
import { useOutOfCredits } from "../credits/out-of-credits";
import { type GeneratedImage, type ImageSettings, imageFromResult } from "./generated-image";

export interface ImageRequest extends ImageSettings {
  imageUrl: string;
}

/** One requested image. Several requested at once are independent: each is charged, fails and is retried by itself. */
export interface ImageRun {
  id: string;
  request: ImageRequest;
  sinceMs: number;
  state: RunState;
}

type RunState = { phase: "pending" } | { phase: "done"; image: GeneratedImage } | { phase: "failed"; error: unknown };

/** Generates images, lists the new ones before the earlier ones, and updates the balance in the header. */
export function useImageGeneration(earlier: readonly GeneratedImage[]) {
  const api = useTRPCClient();
  const { setCredits } = useBalance();
  const reloadData = useReloadData();
  const { offer } = useOutOfCredits();
  const [newImages, setNewImages] = useState<readonly GeneratedImage[]>([]);
  /** What was requested last. */
  const [runs, setRuns] = useState<readonly ImageRun[]>([]);
  /** The image on the canvas; null shows the runs. */
  const [chosenId, setChosenId] = useState<string | null>(null);
  const lowestBalance = useRef(Number.POSITIVE_INFINITY);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const endRun = (id: string, state: RunState) =>
    setRuns((current) => current.map((run) => (run.id === id ? { ...run, state } : run)));
  const start = async (run: ImageRun): Promise<void> => {
    try {
      const result = await callIdempotently("image", run.request, (options) =>
        api.image.generate.mutate(run.request, options),
      );
      const image = imageFromResult(result, run.request);
      // The responses of one press arrive in any order. The lowest balance is the last charge's.
      lowestBalance.current = Math.min(lowestBalance.current, result.remainingCredits);
      setCredits(lowestBalance.current);
      setNewImages((current) => [image, ...current.filter(({ id }) => id !== image.id)]);
      endRun(run.id, { phase: "done", image });
    } catch (error) {
      endRun(run.id, { phase: "failed", error });
      if (failureFromError(error).kind === "outOfCredits") offer();
    }
    // The user has left, and may have come back: this page does not know of the run any more. Its image is among the loaded ones.
    if (!isShown.current) reloadData();
  };
  const request = (input: ImageRequest, count: number) => {
    const sinceMs = Date.now();
    const started = Array.from(
      { length: count },
      (_, index): ImageRun => ({ id: `${sinceMs}-${index}`, request: input, sinceMs, state: { phase: "pending" } }),
    );
    lowestBalance.current = Number.POSITIVE_INFINITY;
    setChosenId(null);
    setRuns(started);
    for (const run of started) void start(run);
  };
  const retry = (run: ImageRun) => {
    if (run.state.phase !== "failed") return;
    const again: ImageRun = { ...run, sinceMs: Date.now(), state: { phase: "pending" } };
    lowestBalance.current = Number.POSITIVE_INFINITY;
    setRuns((current) => current.map((other) => (other.id === run.id ? again : other)));
    void start(again);
  };
  const isPending = runs.some(({ state }) => state.phase === "pending");
  const mayBeWrong = !isPending && runs.some(({ state }) => state.phase === "failed");
  useEffect(() => {
    // A failed generation may have been charged: reloads the balance once all have ended.
    if (mayBeWrong) reloadData();
  }, [mayBeWrong, reloadData]);
  const images = [...newImages, ...earlier.filter(({ id }) => newImages.every((image) => image.id !== id))];
  return {
    images,
    runs,
    shown: shownImage(images, runs, chosenId),
    choose: (id: string) => setChosenId(id),
    showRuns: () => setChosenId(null),
    request,
    retry,
    isPending,
    doneCount: runs.filter(({ state }) => state.phase === "done").length,
  };
}

export type ImageGeneration = ReturnType<typeof useImageGeneration>;

/** The image on the canvas. Null while the canvas shows the runs, or without any image. */
function shownImage(
  images: readonly GeneratedImage[],
  runs: readonly ImageRun[],
  chosenId: string | null,
): GeneratedImage | null {
  const chosen = images.find(({ id }) => id === chosenId);
  if (chosen) return chosen;
  const [first, second] = runs;
  if (!first) return images[0] ?? null;
  return !second && first.state.phase === "done" ? first.state.image : null;
}
