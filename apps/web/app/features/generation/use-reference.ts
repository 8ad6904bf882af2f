import { useRef, useState } from "react";
import { type Failure, failureFromResponse, UNREACHABLE } from "~/ui/failure";
import { useDraft } from "~/ui/use-draft";
import { inspectPicture, type PictureProblem, type ReferenceKind } from "./inspect-picture";

/** A reference picture by the address it can be fetched from. */
interface Reference {
  url: string;
  /** The name of the file it was uploaded from; null for an address somebody gave. */
  fileName: string | null;
}

export type ReferencePhase =
  | { kind: "idle" }
  | { kind: "checking" | "uploading"; fileName: string }
  | { kind: "refused"; problem: PictureProblem }
  | { kind: "failed"; failure: Failure; retry: () => void };

const NONE: Reference = { url: "", fileName: null };
const IDLE: ReferencePhase = { kind: "idle" };

/** A reference picture: uploaded, or named by its address. The latest of the two counts, and survives leaving the page. */
export function useReference(kind: ReferenceKind, initialUrl: string) {
  const [kept, keep] = useDraft<Reference>(`${kind}.reference`, { url: initialUrl, fileName: null });
  // Without object storage a picture is its own address: megabytes, which do not belong among the drafts.
  const [inline, setInline] = useState<Reference | null>(null);
  const [phase, setPhase] = useState<ReferencePhase>(IDLE);
  const attempt = useRef(0);
  const reference = inline ?? kept;

  const change = (next: Reference) => {
    attempt.current += 1;
    setPhase(IDLE);
    const isInline = next.url.startsWith("data:");
    setInline(isInline ? next : null);
    keep(isInline ? NONE : next);
  };
  const upload = async (file: File) => {
    change(NONE);
    const mine = attempt.current;
    // What something else has taken the place of meanwhile counts for nothing.
    const tell = (next: ReferencePhase) => {
      if (attempt.current === mine) setPhase(next);
    };
    tell({ kind: "checking", fileName: file.name });
    const inspection = await inspectPicture(kind, file);
    if (!inspection.ok) return tell({ kind: "refused", problem: inspection.problem });
    tell({ kind: "uploading", fileName: file.name });
    const outcome = await uploadReference(inspection.file);
    if (!outcome.ok) return tell({ kind: "failed", failure: outcome.failure, retry: () => void upload(file) });
    if (attempt.current === mine) change({ url: outcome.url, fileName: file.name });
  };
  return {
    ...reference,
    kind,
    phase,
    isBusy: phase.kind === "checking" || phase.kind === "uploading",
    upload,
    setUrl: (url: string) => change({ url, fileName: null }),
    remove: () => change(NONE),
  };
}

export type ReferenceState = ReturnType<typeof useReference>;

export type UploadOutcome = { ok: true; url: string } | { ok: false; failure: Failure };

/** Uploads a picture to be used as a reference. */
async function uploadReference(file: File): Promise<UploadOutcome> {
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
