/** Calls that may travel in one request: a limit counts it as one, and it must not bring thousands. */
export const BATCH_MAX_CALLS = 10;
