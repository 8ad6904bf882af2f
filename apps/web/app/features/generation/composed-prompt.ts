import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** The page that a prompt is meant for. */
export type PromptKind = "chat" | "image" | "video";

const storageKey = (kind: PromptKind) => `composed.${kind}`;

/** State of the navigation to the page that a prompt was composed for. */
export const SENDS_COMPOSED = { sendsComposed: true } as const;

/**
 * Whether this page was opened to send a composed prompt. When that opening was abandoned, the prompt is still kept: a later visit must not send
 * it, and charge for it.
 */
export function useSendsComposed(): boolean {
  const { state }: { state: Partial<typeof SENDS_COMPOSED> | null } = useLocation();
  return state?.sendsComposed === true;
}

/** Keeps a prompt that another page composed, for the next page that makes this. In an address it could be too long for the server. */
export function keepComposedPrompt(kind: PromptKind, prompt: string): void {
  sessionStorage.setItem(storageKey(kind), prompt);
}

/** The composed prompt, at most once: reloading the chat does not send it, and charge for it, again. */
export function takeComposedPrompt(kind: PromptKind): string | null {
  const prompt = sessionStorage.getItem(storageKey(kind));
  sessionStorage.removeItem(storageKey(kind));
  return prompt;
}

/** Fills in a composed prompt. */
export function useComposedPrompt(kind: PromptKind, fill: (prompt: string) => void): void {
  const latest = useRef(fill);
  latest.current = fill;
  useEffect(() => {
    const composed = takeComposedPrompt(kind);
    if (composed !== null) latest.current(composed);
  }, [kind]);
}
