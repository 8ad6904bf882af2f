/** A request that reached a party, as a test looks at it afterwards. */
export interface RecordedRequest {
  method: string;
  url: string;
  path: string;
  headers: Record<string, string>;
  /** The body as text, cut off after `RECORDED_BODY_MAX_CHARACTERS`. */
  body: string;
}

export const RECORDED_BODY_MAX_CHARACTERS = 100_000;

/** Describes a request; the request itself stays readable. */
export async function recordRequest(request: Request): Promise<RecordedRequest> {
  const body = await request.clone().text();
  const { pathname } = new URL(request.url);
  return {
    method: request.method,
    url: request.url,
    path: pathname,
    headers: Object.fromEntries(request.headers),
    body: body.slice(0, RECORDED_BODY_MAX_CHARACTERS),
  };
}
