import { Illustration, parts, Spark } from "./illustration";

/** A magnifier over an empty list, for a search or a filter without results. */
export function NothingFoundIllustration() {
  return (
    <Illustration>
      <rect className={parts.paper} x="20" y="16" width="92" height="18" rx="7" />
      <rect className={parts.line} x="20" y="43" width="92" height="18" rx="7" strokeDasharray="5 6" />
      <rect className={parts.line} x="20" y="70" width="92" height="18" rx="7" strokeDasharray="5 6" />
      <path className={parts.line} d="M30 25h34" />
      <path className={parts.coralLine} d="m119 77 16 16" strokeWidth="7" />
      <circle className={parts.mint} cx="102" cy="60" r="23" />
      <circle className={parts.mintLine} cx="102" cy="60" r="23" />
      <path className={parts.mintLine} d="M90 58a13 13 0 0 1 11-11" />
      <Spark x={138} y={24} />
    </Illustration>
  );
}
