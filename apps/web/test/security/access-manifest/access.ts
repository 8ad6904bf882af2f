import type { UserFixtures } from "../fixtures";

/** Whom a route or procedure is for. */
export type Audience =
  | "anyone"
  /** Also signed out, but told of a ban. */
  | "anyone not banned"
  /** Who is signed in already is led on. */
  | "signed out"
  | "signed in"
  /** Signed in, and about something of their own: for everybody else it does not exist. */
  | "own object"
  | "administrator"
  | "provider signature"
  | "cron secret";

/** What a request carries beside its path, whose parameters are filled from the belongings of the same name. */
export interface RequestContent {
  query?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
  /** The bytes of a file in a multipart form. */
  file?: Uint8Array;
}

export interface Access {
  who: Audience;
  /** What is sent, about these things; nothing refuses it but who may not. */
  sends: (things: UserFixtures) => RequestContent;
  /** The status of the answer to whoever may. Some are refusals of what comes after: they write nothing and cost nothing. */
  answers: number;
  /** Why reading it may write. */
  readingWrites?: string;
}

type Sends = (things: UserFixtures) => RequestContent;
type Details = Partial<Pick<Access, "answers" | "readingWrites">>;

const nothing = (): RequestContent => ({});

const accessOf =
  (who: Audience) =>
  (sends: Sends = nothing, details: Details = {}): Access => ({ who, sends, answers: 200, ...details });

export const anyone = accessOf("anyone");
export const anyoneNotBanned = accessOf("anyone not banned");
export const signedOut = accessOf("signed out");
export const signedIn = accessOf("signed in");
export const ownObject = accessOf("own object");
export const administrator = accessOf("administrator");
export const providerSignature = accessOf("provider signature");
export const cronSecret = accessOf("cron secret");

/** The same for procedures, which take one value. */
export const input =
  (of: (things: UserFixtures) => unknown): Sends =>
  (things) => ({ json: of(things) });

/** By method and path, or by a procedure's name. */
export type AccessList = Readonly<Record<string, Access>>;

/** Nobody has credits here: what is valid and allowed ends at the balance. */
export const NO_CREDITS = { answers: 402 };
export const REFUSED_INPUT = { answers: 400 };
