import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";

/** Whom a page is shown to. */
export interface Viewer {
  name: string | null;
  email: string;
  emailVerified: boolean;
  role: "user" | "admin";
  credits: number;
}

interface Balance {
  /** Null for someone who is signed out. */
  credits: number | null;
  /** Tells a balance that an answer brought; the next load of the page has the last word. */
  setCredits(credits: number): void;
}

const BalanceContext = createContext<Balance>({ credits: null, setCredits: () => undefined });

export const useBalance = (): Balance => useContext(BalanceContext);

/** Keeps the balance in the header current between loads. */
export function BalanceProvider({ viewer, children }: { viewer: Viewer | null; children: ReactNode }) {
  const [told, setTold] = useState<{ viewer: Viewer | null; credits: number } | null>(null);
  const credits = told && told.viewer === viewer ? told.credits : (viewer?.credits ?? null);
  const setCredits = useCallback((value: number) => setTold({ viewer, credits: value }), [viewer]);
  const balance = useMemo(() => ({ credits, setCredits }), [credits, setCredits]);
  return <BalanceContext.Provider value={balance}>{children}</BalanceContext.Provider>;
}
