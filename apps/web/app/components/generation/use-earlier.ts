import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** Fills in what an earlier generation was made from, once: the address then forgets it, so that later changes survive a reload. */
export function useRerun<Earlier>(earlier: Earlier | null, fill: (earlier: Earlier) => void): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const latest = useRef(fill);
  latest.current = fill;
  useEffect(() => {
    if (earlier === null) return;
    latest.current(earlier);
    navigate(pathname, { replace: true, preventScrollReset: true });
  }, [earlier, navigate, pathname]);
}
