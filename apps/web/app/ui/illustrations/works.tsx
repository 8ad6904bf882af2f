import { Illustration, parts, Spark } from "./illustration";

/** Two pictures, for an empty library. */
export function LibraryIllustration() {
  return (
    <Illustration>
      <rect className={parts.paper} x="22" y="22" width="74" height="58" rx="9" transform="rotate(-9 59 51)" />
      <rect className={parts.paper} x="56" y="24" width="82" height="62" rx="9" />
      <circle className={parts.coral} cx="116" cy="43" r="8" />
      <path className={parts.mint} d="M62 78c8-16 15-24 22-24 8 0 12 12 18 12 5 0 8-5 12-5 6 0 13 7 18 17v2H62Z" />
      <path className={parts.mintLine} d="M62 78c8-16 15-24 22-24 8 0 12 12 18 12 5 0 8-5 12-5 6 0 13 7 18 17" />
      <Spark x={144} y={17} />
    </Illustration>
  );
}

/** Two speech bubbles, for no chats yet. */
export function ChatsIllustration() {
  return (
    <Illustration>
      <path
        className={parts.paper}
        d="M29 14h60a11 11 0 0 1 11 11v22a11 11 0 0 1-11 11H47L33 70V58h-4a11 11 0 0 1-11-11V25a11 11 0 0 1 11-11Z"
      />
      <path className={parts.line} d="M36 30h46M36 42h28" />
      <path
        className={parts.mint}
        d="M84 42h46a11 11 0 0 1 11 11v19a11 11 0 0 1-11 11h-3v12l-14-12H84a11 11 0 0 1-11-11V53a11 11 0 0 1 11-11Z"
      />
      <path
        className={parts.mintLine}
        d="M84 42h46a11 11 0 0 1 11 11v19a11 11 0 0 1-11 11h-3v12l-14-12H84a11 11 0 0 1-11-11V53a11 11 0 0 1 11-11Z"
      />
      <path className={parts.mintLine} d="M92 63h.01M107 63h.01M122 63h.01" strokeWidth="6" />
      <Spark x={128} y={22} />
    </Illustration>
  );
}
