import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * Returns a function to call when an action begins. What it returns says whether the user is still on the same page, and is opening no other
 * one: the result of the action may come late.
 */
export function useIsStillHere(): () => () => boolean {
  const { pathname } = useLocation();
  const nextPathname = useNavigation().location?.pathname ?? pathname;
  const place = useRef<string | null>(null);
  useEffect(() => {
    place.current = nextPathname;
    return () => {
      place.current = null;
    };
  }, [nextPathname]);
  return () => {
    const begun = place.current;
    return () => begun !== null && place.current === begun;
  };
}
