/**
 * How long the fragments of a stream gather on their way, by the share of its time that the process has work to do. A reader of a busy
 * process sees the answer grow a few times a second, and whoever has just asked gets the first words sooner for it. A process that has more
 * to do than it can falls no further behind.
 */
const RESTS = [
  { fromLoad: 0.9, minMs: 1_000, maxMs: 3_000 },
  { fromLoad: 0.6, minMs: 300, maxMs: 900 },
];

/**
 * Of each stream another time, or all that began to rest in the same moment would come back in the same moment, and whatever else the
 * process has to do would wait behind them. 0 while it has time for each fragment.
 * @param load 0 to 1
 */
export function coalescingDelayMs(load: number): number {
  const rest = RESTS.find(({ fromLoad }) => load >= fromLoad);
  return rest ? rest.minMs + Math.random() * (rest.maxMs - rest.minMs) : 0;
}
