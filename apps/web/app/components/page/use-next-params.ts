import { useLocation, useNavigation, useSearchParams } from "@remix-run/react";

/**
 * The parameters of the address this page is on the way to, else of the one it is at. Whoever follows a second link or
 * sends a form before the answer to the first arrived means both.
 */
export function useNextParams(): URLSearchParams {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const next = useNavigation().location;
  return next?.pathname === pathname ? new URLSearchParams(next.search) : params;
}
