import { Illustration, parts, Spark } from "./illustration";

/** A receipt and a coin, for no payments and no changes of the balance yet. */
export function PaymentsIllustration() {
  return (
    <Illustration>
      <path className={parts.paper} d="M44 12h58v76l-8-6-7 6-7-6-7 6-7-6-7 6-7-6-8 6Z" />
      <path className={parts.line} d="M56 28h22M56 40h34M56 52h16" />
      <path className={parts.mintLine} d="M56 66h12M84 66h6" />
      <circle className={parts.mint} cx="108" cy="66" r="22" />
      <circle className={parts.mintLine} cx="108" cy="66" r="22" />
      <path className={parts.mintLine} d="M99 76c-2-12 4-20 18-20 0 14-7 22-18 20Zm-2 3 12-13" />
      <Spark x={126} y={25} />
    </Illustration>
  );
}
