/** Share of the full length that the runs take: 1 for figures that count. */
const SCALE = Number(process.env["BENCH_SCALE"] || 1);

/** How long a run takes that is to take `full` seconds. */
export const scaledSeconds = (full: number) => Math.max(1, Math.round(full * SCALE));

/** How often something is done that is to be done `full` times. */
export const scaledCount = (full: number) => Math.max(1, Math.round(full * SCALE));
