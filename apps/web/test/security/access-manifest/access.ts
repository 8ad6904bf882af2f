import type { UserFixtures } from "../fixtures";

/** The callers a route or procedure is for. */
export type Audience =
  | "anyone"
  /** Also signed out, but a banned user is refused. */
  | "anyone not banned"
  /** A signed-in user is redirected. */
  | "signed out"
  | "signed in"
  /** Signed in, and about a row of their own: for others the row does not exist. */
  | "own object"
  | "administrator"
  | "provider signature"
  | "cron secret"
  | "API key";

/** The content of a request besides its path, whose parameters are filled from the fixtures of the same name. */
export interface RequestContent {
  query?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
  /** The bytes of a file in a multipart form. */
  file?: Uint8Array;
}

export interface Access {
  audience: Audience;
  /** The content of a request about these rows, valid for a caller with permission. */
  contentFor: (fixtures: UserFixtures) => RequestContent;
  /**
   * The status for a caller with permission. It may be a refusal that comes after all permission checks and writes
   * nothing.
   */
  status: number;
  /** Why reading it may write. */
  readingWrites?: string;
}

type ContentFor = (fixtures: UserFixtures) => RequestContent;
type Details = Partial<Pick<Access, "status" | "readingWrites">>;

const nothing = (): RequestContent => ({});

const accessOf =
  (who: Audience) =>
  (sends: ContentFor = nothing, details: Details = {}): Access => ({
    audience: who,
    contentFor: sends,
    status: 200,
    ...details,
  });

export const anyone = accessOf("anyone");
export const anyoneNotBanned = accessOf("anyone not banned");
export const signedOut = accessOf("signed out");
export const signedIn = accessOf("signed in");
export const ownObject = accessOf("own object");
export const administrator = accessOf("administrator");
export const providerSignature = accessOf("provider signature");
export const cronSecret = accessOf("cron secret");
export const apiKey = accessOf("API key");

/** The same for procedures, which have one input. */
export const input =
  (of: (fixtures: UserFixtures) => unknown): ContentFor =>
  (fixtures) => ({ json: of(fixtures) });

/** By method and path, or by the name of a procedure. */
export type AccessList = Readonly<Record<string, Access>>;

/** No caller has credits, so that a valid and allowed request ends at the balance. */
export const NO_CREDITS = { status: 402 };
export const REFUSED_INPUT = { status: 400 };
