/** Share of the full length that the runs take: 1 for figures that count. */
export const SCALE = Number(process.env["BENCH_SCALE"] || 1);
