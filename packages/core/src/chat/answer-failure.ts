import { PublicError } from "../errors";

/** The model ended without a word. */
export class EmptyResponseError extends PublicError {
  override readonly name = "EmptyAnswerError";

  constructor() {
    super("The model gave no answer");
  }
}

/** The backend's content filter ended the answer. */
export class FilteredResponseError extends PublicError {
  override readonly name = "FilteredAnswerError";

  constructor() {
    super("The answer was stopped by the content filter");
  }
}

/** An answer that shows nothing is none. */
export function isEmptyResponse(text: string): boolean {
  return text.trim() === "";
}

/**
 * Whether a failed answer returns its credits where that is the policy: it was filtered, or failed before its first word. An answer that
 * was cut later stays with its reader, and so does its charge.
 * @param text what arrived of it
 */
export function returnsCreditsOnFailure(error: unknown, text: string): boolean {
  return error instanceof FilteredResponseError || isEmptyResponse(text);
}
