import { type ComponentType, lazy } from "react";
import type { SignedInFrameProps } from "./signed-in-frame";
import { SIGNED_IN_MARK } from "./signed-in-mark";

let loaded: ComponentType<SignedInFrameProps> | undefined = import.meta.env.SSR
  ? (await import("./signed-in-frame")).SignedInFrame
  : undefined;

async function load(): Promise<ComponentType<SignedInFrameProps>> {
  loaded ??= (await import("./signed-in-frame")).SignedInFrame;
  return loaded;
}

const LazyFrame = lazy(async () => ({ default: await load() }));

/** Loads the frame if the document has it, so that the whole page answers to clicks and keys at once. */
export async function loadShownFrame(): Promise<void> {
  if (document.querySelector(`[${SIGNED_IN_MARK}]`)) await load();
}

/** The server has it at once; browsers load it, with the API's client, only for whoever is signed in. */
export const signedInFrame = (): ComponentType<SignedInFrameProps> => loaded ?? LazyFrame;
