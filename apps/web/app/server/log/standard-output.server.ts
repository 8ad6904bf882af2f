import pino, { type DestinationStream } from "pino";

const STANDARD_OUTPUT = 1;
const TRY_AGAIN_AFTER_MS = 1_000;

/**
 * The standard output, as a destination of the log. Where it cannot be written, because it is a file on a full disk for example, lines are lost
 * until it can be written again. Pino alone would end the process, which then hangs until the disk has space.
 */
export function createStandardOutput(): DestinationStream {
  let failedAt = 0;
  let stream: ReturnType<typeof open> | null = open();

  function open() {
    const opened = pino.destination({ dest: STANDARD_OUTPUT, sync: false });
    opened.on("error", ({ code }: NodeJS.ErrnoException) => {
      // Nobody reads the pipe any more: pino has stopped writing, for good.
      if (code === "EPIPE") return;
      // With it goes what it could not write: at the end of the process it would try that without end.
      opened.destroy();
      stream = null;
      failedAt = Date.now();
    });
    return opened;
  }

  return {
    write: (line) => {
      if (stream === null && Date.now() - failedAt < TRY_AGAIN_AFTER_MS) return;
      stream ??= open();
      stream.write(line);
    },
  };
}
