import { useLocation } from "@remix-run/react";
import { type UIEvent, useEffect, useRef } from "react";

/** The oldest are dropped. */
const POSITIONS_MAX = 100;

/** How far down tables were scrolled, by the entry of the browser's history and the table's name. */
const positions = new Map<string, number>();

/**
 * Scrolls a table to where it was when its entry of the browser's history was left, and another one to its start: the browser does that for the
 * window alone.
 * @param isLoading while it is true the table is shorter, and its position is not kept
 */
export function useTablePosition(name: string, isLoading: boolean) {
  const table = useRef<HTMLDivElement>(null);
  const id = `${useLocation().key} ${name}`;
  const isNew = useRef(true);
  useEffect(() => {
    const top = positions.get(id);
    // A new table is at its start, or where it was scrolled to before hydration.
    if (top !== undefined || !isNew.current) table.current?.scrollTo({ top: top ?? 0 });
    isNew.current = false;
  }, [id]);
  const onScroll = ({ currentTarget }: UIEvent<HTMLDivElement>) => {
    if (isLoading) return;
    positions.delete(id);
    positions.set(id, currentTarget.scrollTop);
    const [oldest] = positions.keys();
    if (oldest !== undefined && positions.size > POSITIONS_MAX) positions.delete(oldest);
  };
  return { ref: table, onScroll };
}
