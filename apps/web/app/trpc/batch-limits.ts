/** Calls in one request. Rate limits of requests count it as one, so that it must not hold thousands. */
export const BATCH_MAX_CALLS = 10;

/** Length of a query string with the inputs of a batch. The client splits a longer batch. */
export const QUERY_INPUT_MAX_CHARACTERS = 12_000;
