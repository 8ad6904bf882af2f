import { useNavigate, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";

interface Options {
  replace?: boolean;
  preventScrollReset?: boolean;
  state?: unknown;
}

/**
 * As `useNavigate`, for where the result of an action leads. It may come late: when the user has left the page, or another page is loading,
 * it leads nowhere.
 */
export function useNavigateFromHere(): (to: string, options?: Options) => Promise<void> {
  const navigate = useNavigate();
  const { state } = useNavigation();
  const allowed = useRef<typeof navigate | null>(null);
  useEffect(() => {
    if (state === "idle") allowed.current = navigate;
    return () => {
      allowed.current = null;
    };
  }, [state, navigate]);
  return async (to, options) => allowed.current?.(to, options);
}
