import { createRequire } from "node:module";
import type { H264MP4Encoder } from "h264-mp4-encoder";

type EncoderModule = typeof import("h264-mp4-encoder");

const PROCESS_EVENTS = ["uncaughtException", "unhandledRejection"] as const;

/** A fresh encoder. Set its size and frame rate, then `initialize()`, and `delete()` it in the end. */
export function createEncoder(): Promise<H264MP4Encoder> {
  return loadModule().createH264MP4Encoder();
}

/**
 * The package is one CommonJS bundle whose exports an import statement cannot see. While it is loaded for the first
 * time it hangs handlers on the process, which would change how the whole program fails; they are taken off again.
 */
function loadModule(): EncoderModule {
  const before = PROCESS_EVENTS.map((event) => process.rawListeners(event));
  const encoderModule: EncoderModule = createRequire(import.meta.url)("h264-mp4-encoder");
  PROCESS_EVENTS.forEach((event, index) => {
    for (const listener of process.rawListeners(event)) {
      if (!before[index]?.includes(listener)) process.off(event, listener as (...args: unknown[]) => void);
    }
  });
  return encoderModule;
}
