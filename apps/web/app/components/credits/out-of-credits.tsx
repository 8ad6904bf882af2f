import { createContext, useContext } from "react";

interface OutOfCredits {
  /** Offers credits to whoever has too few for what was asked. */
  offer(): void;
}

const OutOfCreditsContext = createContext<OutOfCredits>({ offer: () => undefined });

export const useOutOfCredits = (): OutOfCredits => useContext(OutOfCreditsContext);
