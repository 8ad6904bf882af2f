import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { UNREACHABLE } from "../failure/failure";
import { type UploadOutcome, uploadReference } from "./upload-reference";

/** A reference picture: uploaded, or named by its address. The latest of the two counts. */
export interface Reference {
  file: File | null;
  url: string;
}

const NONE: Reference = { file: null, url: "" };

export function useReference() {
  const [reference, setReference] = useState(NONE);
  const upload = useMutation({
    mutationFn: uploadReference,
    // An upload that something else has taken the place of meanwhile counts for nothing.
    onSuccess: (outcome, file) =>
      setReference((current) => (current.file === file ? referenceAfter(outcome, file) : current)),
  });
  const refusal = upload.data?.ok === false ? upload.data.failure : null;
  return {
    ...reference,
    isUploading: upload.isPending,
    failure: upload.error ? UNREACHABLE : refusal,
    chooseFile: (file: File | null) => {
      upload.reset();
      setReference({ file, url: "" });
      if (file) upload.mutate(file);
    },
    typeUrl: (url: string) => {
      upload.reset();
      setReference({ file: null, url });
    },
  };
}

function referenceAfter(outcome: UploadOutcome, file: File): Reference {
  return outcome.ok ? { file, url: outcome.url } : NONE;
}
