import { Illustration, parts, Spark } from "./illustration";

/** A key that leads to a program, for no API keys and nothing sent to a webhook yet. */
export function ProgramsIllustration() {
  return (
    <Illustration>
      <path className={parts.line} d="M66 52h22" strokeDasharray="5 6" />
      <rect className={parts.paper} x="92" y="26" width="52" height="52" rx="10" />
      <path className={parts.line} d="M92 41h52M101 34h.01M109 34h.01" />
      <path className={parts.coralLine} d="m106 53-5 6 5 6M130 53l5 6-5 6M121 51l-6 16" />
      <circle className={parts.mint} cx="34" cy="36" r="17" />
      <path className={parts.mintLine} d="M44 49 63 72m-7-8 7-6m-14-2 5-4" />
      <circle className={parts.mintLine} cx="34" cy="36" r="17" />
      <circle className={parts.mintLine} cx="29" cy="31" r="4" />
      <Spark x={74} y={22} />
    </Illustration>
  );
}
