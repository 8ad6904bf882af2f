import { type Failure, failureFromStatus } from "./failure";

/** What a refusing answer of the REST API means. */
export async function failureFromResponse(response: Response): Promise<Failure> {
  const body: { error?: unknown } = await response.json().catch(() => ({}));
  return failureFromStatus(response.status, typeof body.error === "string" ? body.error : null);
}
