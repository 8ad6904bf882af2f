import type { Caller } from "../src/limits/caller-limits";

/** A caller whose browser has never signed in, from this network address. */
export const strangerAt = (clientAddress: string): Caller => ({ clientAddress, deviceCookie: null });

export const STRANGER = strangerAt("192.0.2.1");
