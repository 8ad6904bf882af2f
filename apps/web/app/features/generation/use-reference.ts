import { NOT_AN_IMAGE } from "@app/core/generation/generation-limits";
import { hasPictureHeader, isHttpUrl } from "@app/core/input/url";
import { useRef, useState } from "react";
import { type Failure, failureFromResponse, UNREACHABLE } from "~/ui/failure";
import { ownerHeaders } from "~/ui/tab-owner";
import { useDraft } from "~/ui/use-draft";
import { inspectPicture, type PictureProblem, type ReferenceKind } from "./inspect-picture";

interface Reference {
  url: string;
  /** The name of the uploaded file; null if the user entered a URL. */
  fileName: string | null;
}

type ReferencePhase =
  | { kind: "idle" }
  | { kind: "checking" | "uploading"; fileName: string }
  | { kind: "refused"; problem: PictureProblem }
  | { kind: "failed"; failure: Failure; retry: () => void };

const NONE: Reference = { url: "", fileName: null };
const IDLE: ReferencePhase = { kind: "idle" };

/**
 * The state of a reference picture, uploaded or given by URL. The latest change wins and survives leaving the page. A picture stays until
 * another one is accepted.
 */
export function useReference(kind: ReferenceKind, initialUrl: string) {
  const [draft, setDraft] = useDraft<Reference>(`${kind}.reference`, { url: initialUrl, fileName: null });
  // Without object storage the URL is a data URL of megabytes, too large for session storage.
  const [inline, setInline] = useState<Reference | null>(null);
  const [phase, setPhase] = useState<ReferencePhase>(IDLE);
  const attempt = useRef(0);
  const reference = inline ?? draft;

  const change = (next: Reference) => {
    attempt.current += 1;
    setPhase(IDLE);
    const isInline = next.url.startsWith("data:");
    setInline(isInline ? next : null);
    setDraft(isInline ? NONE : next);
  };
  const upload = async (file: File) => {
    attempt.current += 1;
    const thisAttempt = attempt.current;
    // Ignores an attempt that a later change has replaced.
    const updatePhase = (next: ReferencePhase) => {
      if (attempt.current === thisAttempt) setPhase(next);
    };
    updatePhase({ kind: "checking", fileName: file.name });
    const inspection = await inspectPicture(kind, file);
    if (!inspection.ok) return updatePhase({ kind: "refused", problem: inspection.problem });
    updatePhase({ kind: "uploading", fileName: file.name });
    const outcome = await uploadReference(inspection.file);
    if (!outcome.ok) return updatePhase(phaseOfFailure(outcome.failure, () => void upload(file)));
    if (attempt.current === thisAttempt) change({ url: outcome.url, fileName: file.name });
  };
  /** Uploads a picture of our own site, such as a sample. */
  const uploadFrom = async (src: string) => {
    const name = src.slice(src.lastIndexOf("/") + 1);
    attempt.current += 1;
    setPhase({ kind: "uploading", fileName: name });
    const file = await fetchFile(src, name);
    if (file) return upload(file);
    setPhase({ kind: "failed", failure: UNREACHABLE, retry: () => void uploadFrom(src) });
  };
  return {
    ...reference,
    kind,
    phase,
    isBusy: phase.kind === "checking" || phase.kind === "uploading",
    upload,
    uploadFrom,
    setUrl: (url: string) => change({ url, fileName: null }),
    remove: () => change(NONE),
  };
}

export type ReferenceState = ReturnType<typeof useReference>;

/** Whether the service accepts a text as the address of a picture. */
export const isPictureAddress = (url: string): boolean => isHttpUrl(url) || hasPictureHeader(url);

async function fetchFile(src: string, name: string): Promise<File | null> {
  try {
    const response = await fetch(src);
    return response.ok ? new File([await response.blob()], name) : null;
  } catch {
    return null;
  }
}

type UploadOutcome = { ok: true; url: string } | { ok: false; failure: Failure };

function phaseOfFailure(failure: Failure, retry: () => void): ReferencePhase {
  const isRefused = failure.kind === "refused" && failure.message === NOT_AN_IMAGE;
  return isRefused ? { kind: "refused", problem: "notAccepted" } : { kind: "failed", failure, retry };
}

async function uploadReference(file: File): Promise<UploadOutcome> {
  const body = new FormData();
  body.append("file", file);
  try {
    const response = await fetch("/api/upload/image", { method: "POST", headers: ownerHeaders(), body });
    if (!response.ok) return { ok: false, failure: await failureFromResponse(response) };
    const { url }: { url: string } = await response.json();
    return { ok: true, url };
  } catch {
    return { ok: false, failure: UNREACHABLE };
  }
}
