import { type Failure, failureOf } from "./failure";

/** What a refusing answer of the REST API means. */
export async function responseFailure(response: Response): Promise<Failure> {
  const body: { error?: unknown } = await response.json().catch(() => ({}));
  return failureOf(response.status, typeof body.error === "string" ? body.error : null);
}
