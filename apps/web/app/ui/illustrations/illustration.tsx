import type { ReactNode } from "react";
import classes from "./illustration.module.css";

/** A small drawing in the product's colors for an empty state. Decorative: the state has a text. */
export function Illustration({ children }: { children: ReactNode }) {
  return (
    <svg className={classes["drawing"]} viewBox="0 0 160 104" width={160} height={104} aria-hidden focusable="false">
      {children}
    </svg>
  );
}

/** Classes of the parts of a drawing: filled areas, and lines. */
export const parts = {
  paper: classes["paper"] ?? "",
  mint: classes["mint"] ?? "",
  coral: classes["coral"] ?? "",
  line: classes["line"] ?? "",
  mintLine: classes["mintLine"] ?? "",
  coralLine: classes["coralLine"] ?? "",
};

/** The spark of the product's logo, around a point. */
export function Spark({ x, y }: { x: number; y: number }) {
  const path = "m0-9 2.4 6.6L9 0 2.4 2.4 0 9l-2.4-6.6L-9 0l6.6-2.4Z";
  return <path className={parts.coral} d={path} transform={`translate(${x} ${y})`} />;
}
