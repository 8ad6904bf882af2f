/**
 * The nonce a browser's own new styles need, once scripts run: browsers hide it from selectors, not from scripts. Empty in development,
 * where styles need none and React would complain of an attribute that reads differently from how it was written.
 */
export function readStyleNonce(): string {
  if (!import.meta.env.PROD || typeof document === "undefined") return "";
  return document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
}
