import { createSlots } from "@app/services/platform/slots";

/** Only exports that are open wait, each for one chunk. */
const makingChunks = createSlots({
  running: 2,
  runningPerUser: 1,
  waiting: Number.POSITIVE_INFINITY,
  waitingPerUser: Number.POSITIVE_INFINITY,
});

/**
 * The chunks of an export. The process makes two chunks at a time, for all exports together, and the users take turns: a chunk keeps it busy
 * for some milliseconds, and fifty at once kept every other page waiting for seconds. A slow reader holds no slot.
 */
export async function* inTurns(userId: string, chunks: AsyncIterable<string>): AsyncGenerator<string, void> {
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await makingChunks(userId, () => iterator.next());
      if (done) return;
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}
