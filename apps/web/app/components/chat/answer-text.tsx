import { lazy, Suspense } from "react";

/** The server writes answers as Markdown at once; browsers fetch what that takes with the first answer they show. */
const Markdown = import.meta.env.SSR
  ? (await import("./markdown")).Markdown
  : lazy(async () => ({ default: (await import("./markdown")).Markdown }));

export function AnswerText({ text }: { text: string }) {
  return (
    <Suspense fallback={<div style={{ whiteSpace: "pre-wrap" }}>{text}</div>}>
      <Markdown text={text} />
    </Suspense>
  );
}
