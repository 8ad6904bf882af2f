export const BENCH_MODEL = "text-model";

/** Content of every stream of the benchmark. */
export const CHUNK_COUNT = 20;
export const STREAM_DURATION_MS = 5_000;

export const chunkText = (index: number) => `tok${index} lorem ipsum`;
