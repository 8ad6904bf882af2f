import { useEffect, useRef, useState } from "react";
import type { Generation } from "./generation";
import { ZIP_WORKS_MAX, zipWorks } from "./zip-works";

/** How long the browser may take to read a saved file. */
const SAVE_MAX_MS = 60_000;

/** Downloads works as a ZIP. Leaving the selection cancels it. */
export function useZip() {
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const [failed, setFailed] = useState<readonly Generation[]>([]);
  const [isSessionOver, setIsSessionOver] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (works: readonly Generation[]) => {
    const controller = new AbortController();
    running.current = controller;
    const total = Math.min(works.length, ZIP_WORKS_MAX);
    setFailed([]);
    setIsSessionOver(false);
    setProgress({ done: 0, total });
    try {
      const result = await zipWorks(works, {
        signal: controller.signal,
        onProgress: (done) => setProgress({ done, total }),
      });
      if (result.zip) save(result.zip, `genmint-${new Date().toISOString().slice(0, "YYYY-MM-DD".length)}.zip`);
      setFailed(result.failed);
      setIsSessionOver(result.isSessionOver);
    } catch (error) {
      // The bar is gone, and with it this state.
      if (!controller.signal.aborted) throw error;
    } finally {
      setProgress(null);
    }
  };
  return {
    progress,
    failed,
    isSessionOver,
    max: ZIP_WORKS_MAX,
    isTooMany: (works: readonly Generation[]) => works.length > ZIP_WORKS_MAX,
    start: (works: readonly Generation[]) => void start(works),
    dismiss: () => setFailed([]),
  };
}

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), SAVE_MAX_MS);
}
