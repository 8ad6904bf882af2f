import { readBytes } from "./bounded-body";
import { type FetchReference, REFERENCE_MAX_BYTES } from "./generation/load-reference";

const REFERENCE_TIMEOUT_MS = 15_000;

/** Downloads a reference image over the network. */
export const fetchReferenceOverHttp: FetchReference = async (url) => {
  const response = await fetch(url, { signal: AbortSignal.timeout(REFERENCE_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`The reference answered ${response.status}`);
  const bytes = await readBytes(response, REFERENCE_MAX_BYTES);
  if (bytes === null) throw new Error("The reference is too large");
  return bytes;
};
