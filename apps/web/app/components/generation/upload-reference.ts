import { type Failure, UNREACHABLE } from "../failure/failure";
import { failureFromResponse } from "../failure/response-failure";

export type UploadOutcome = { ok: true; url: string } | { ok: false; failure: Failure };

/** Uploads a picture to be used as a reference. */
export async function uploadReference(file: File): Promise<UploadOutcome> {
  const body = new FormData();
  body.append("file", file);
  try {
    const response = await fetch("/api/upload/image", { method: "POST", body });
    if (!response.ok) return { ok: false, failure: await failureFromResponse(response) };
    const { url }: { url: string } = await response.json();
    return { ok: true, url };
  } catch {
    return { ok: false, failure: UNREACHABLE };
  }
}
