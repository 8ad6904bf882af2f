/** Calls that may travel in one request: a limit counts it as one, and it must not bring thousands. */
export const BATCH_MAX_CALLS = 10;

/** Inputs in an address, as they are written there. The client sends a batch that would be longer in parts. */
export const QUERY_INPUT_MAX_CHARACTERS = 12_000;
