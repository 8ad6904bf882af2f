import { useNavigation, useRevalidator } from "@remix-run/react";
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from "react";
import { announceChange } from "../tab-changes";

/** The signed-in user. */
export interface Viewer {
  name: string | null;
  email: string;
  emailVerified: boolean;
  role: "user" | "admin";
  credits: number;
}

interface Balance {
  /** Null when signed out. */
  credits: number | null;
  /** Shows a balance from an API response until the page data is loaded again. */
  setCredits(credits: number): void;
}

const BalanceContext = createContext<Balance>({ credits: null, setCredits: () => undefined });

export const useBalance = (): Balance => useContext(BalanceContext);

/** Holds the balance in the header, which changes with API responses and page loads. */
export function BalanceProvider({ viewer, children }: { viewer: Viewer | null; children: ReactNode }) {
  const [reported, setReported] = useState<{ viewer: Viewer | null; credits: number } | null>(null);
  const credits = reported && reported.viewer === viewer ? reported.credits : (viewer?.credits ?? null);
  const revalidator = useRevalidator();
  const navigation = useNavigation();
  const isLoading = revalidator.state === "loading" || navigation.state === "loading";
  const latest = useRef({ viewer, isLoading, revalidate: revalidator.revalidate });
  latest.current = { viewer, isLoading, revalidate: revalidator.revalidate };
  const setCredits = useCallback((value: number) => {
    const page = latest.current;
    setReported({ viewer: page.viewer, credits: value });
    // Data that are being loaded may be from before the charge, with the balance of then: they are loaded again instead.
    if (page.isLoading) page.revalidate();
    announceChange();
  }, []);
  const balance = useMemo(() => ({ credits, setCredits }), [credits, setCredits]);
  return <BalanceContext.Provider value={balance}>{children}</BalanceContext.Provider>;
}
