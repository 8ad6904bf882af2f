import type { TestApp } from "../start-test-app";
import type { EntryRequest } from "./requests";

/** What a caller learns, whichever way it was asked. */
export interface Outcome {
  status: number;
  /** Where a redirect leads; of our own pages only the path. */
  location: string | null;
  body: string;
  headers: Headers;
}

/** The status by which Remix tells a browser that asked for a page's data to go elsewhere. */
const DATA_REDIRECT = 202;
const REDIRECT = 302;

export async function send(
  app: TestApp,
  { path, ...request }: EntryRequest,
  headers: Record<string, string>,
): Promise<Outcome> {
  const response = await fetch(`${app.url}${path}`, {
    ...request,
    redirect: "manual",
    headers: { ...request.headers, ...headers },
  });
  const body = await response.text();
  if (response.status === DATA_REDIRECT)
    return { status: REDIRECT, location: dataLocation(body), body, headers: response.headers };
  return { status: response.status, location: response.headers.get("location"), body, headers: response.headers };
}

/** The data is a list in which the value follows its name. */
function dataLocation(body: string): string {
  const values: unknown[] = JSON.parse(body.split("\n")[0] ?? "[]");
  return String(values[values.indexOf("redirect") + 1]);
}
