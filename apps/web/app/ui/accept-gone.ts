import { httpStatusOf } from "./read-failure";

const NOT_FOUND = 404;

/**
 * Waits for a deletion. What is gone already counts as deleted: the response of the first try was lost, or another tab was faster. Only for what
 * the page has listed as the user's own.
 * @returns the result; null when it was gone
 */
export async function acceptGone<Result>(deletion: Promise<Result>): Promise<Result | null> {
  try {
    return await deletion;
  } catch (error) {
    if (httpStatusOf(error) === NOT_FOUND) return null;
    throw error;
  }
}
