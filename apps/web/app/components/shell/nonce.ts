import { createContext, useContext } from "react";

/** The nonce of this answer's inline scripts. Browsers hide it from scripts, so it is empty once in the browser. */
export const NonceContext = createContext("");

export const useNonce = (): string => useContext(NonceContext);
