import { preloadable } from "../page/preloadable";
import { SIGNED_IN_MARK } from "./signed-in-mark";

/** Browsers load it, with the API's client, only for whoever is signed in. */
const { Preloadable, preload } = await preloadable(async () => (await import("./signed-in-frame")).SignedInFrame);

export const SignedInFrame = Preloadable;

/** Loads the frame if the document has it, so that the whole page answers to clicks and keys at once. */
export async function loadShownFrame(): Promise<void> {
  if (document.querySelector(`[${SIGNED_IN_MARK}]`)) await preload();
}
