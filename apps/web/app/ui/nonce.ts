import { createContext, useContext } from "react";

/** The nonce of the inline scripts, while the server renders. Empty in the browser, which hides nonces from the DOM. */
export const NonceContext = createContext("");

export const useNonce = (): string => useContext(NonceContext);

/**
 * The nonce for styles that are added in the browser: browsers hide the attribute but not the property. Empty in development,
 * where styles need no nonce and React would warn about a hydration mismatch.
 */
export function readStyleNonce(): string {
  if (!import.meta.env.PROD || typeof document === "undefined") return "";
  return document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
}
