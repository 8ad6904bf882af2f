/** What every stream of the benchmark carries. */
export const FRAGMENTS = 20;
export const SPAN_MS = 5_000;

export const fragment = (index: number) => `tok${index} lorem ipsum`;
