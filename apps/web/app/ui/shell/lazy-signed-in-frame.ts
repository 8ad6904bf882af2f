import { preloadable, SIGNED_IN_ATTRIBUTE } from "../preloadable";

// Signed-out browsers load neither the frame nor the tRPC client it imports.
const { Preloadable, preload } = await preloadable(async () => (await import("./signed-in-frame")).SignedInFrame);

export const LazySignedInFrame = Preloadable;

/** Loads the frame before hydration if the document contains it, so that the whole page is hydrated at once. */
export async function preloadSignedInFrame(): Promise<void> {
  if (document.querySelector(`[${SIGNED_IN_ATTRIBUTE}]`)) await preload();
}
