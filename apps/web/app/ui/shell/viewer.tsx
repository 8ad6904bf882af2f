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
  const { state, revalidate } = useRevalidator();
  const navigation = useNavigation();
  const page = { viewer, isLoading: state === "loading" || navigation.state === "loading", revalidate };
  const latestPage = useRef(page);
  latestPage.current = page;
  const setCredits = useCallback((value: number) => {
    const latest = latestPage.current;
    setReported({ viewer: latest.viewer, credits: value });
    // Data that are being loaded may be from before the charge and would bring the old balance back.
    if (latest.isLoading) latest.revalidate();
    announceChange();
  }, []);
  const balance = useMemo(() => ({ credits, setCredits }), [credits, setCredits]);
  return <BalanceContext.Provider value={balance}>{children}</BalanceContext.Provider>;
}
