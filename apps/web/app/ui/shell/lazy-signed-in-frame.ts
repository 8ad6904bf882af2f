import { preloadable, SIGNED_IN_ATTRIBUTE } from "../preloadable";

/** Browsers load it, with the API's client, only for whoever is signed in. */
const { Preloadable, preload } = await preloadable(async () => (await import("./signed-in-frame")).SignedInFrame);

export const LazySignedInFrame = Preloadable;

/** Loads the frame if the document has it, so that the whole page answers to clicks and keys at once. */
export async function preloadSignedInFrame(): Promise<void> {
  if (document.querySelector(`[${SIGNED_IN_ATTRIBUTE}]`)) await preload();
}
