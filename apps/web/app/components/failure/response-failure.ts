import { type Failure, failureOf } from "./failure";

/** What a refusing answer of the REST API means. */
export async function responseFailure(response: Response): Promise<Failure> {
  const body: { error?: unknown } = await response.json().catch(() => ({}));
  const message = typeof body.error === "string" ? body.error : `The server answered with status ${response.status}.`;
  return failureOf(response.status, message);
}
