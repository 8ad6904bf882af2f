import { createContext, useContext } from "react";

/** The nonce of this answer's inline scripts. Browsers hide it from scripts, so it is empty once in the browser. */
export const NonceContext = createContext("");

export const useNonce = (): string => useContext(NonceContext);

/**
 * The nonce a browser's own new styles need, once scripts run: browsers hide it from selectors, not from scripts. Empty in development,
 * where styles need none and React would complain of an attribute that reads differently from how it was written.
 */
export function readStyleNonce(): string {
  if (!import.meta.env.PROD || typeof document === "undefined") return "";
  return document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
}
