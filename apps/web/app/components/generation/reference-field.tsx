import { FileInput, Image, Loader, Stack, TextInput } from "@mantine/core";
import IconUpload from "@tabler/icons-react/dist/esm/icons/IconUpload.mjs";
import type { ReactNode } from "react";
import { FailureNotice } from "../failure/failure-notice";
import type { useReference } from "./use-reference";

const PREVIEW_HEIGHT = 160;

interface ReferenceFieldProps {
  reference: ReturnType<typeof useReference>;
  /** What is said of the field, such as that it may be left out. */
  description: string;
  /** What is wrong with leaving it out. */
  error?: ReactNode;
}

/** Takes a reference picture as a file or by its address, and shows it. */
export function ReferenceField({ reference, description, error }: ReferenceFieldProps) {
  const { file, url, isUploading, failure } = reference;
  return (
    <Stack gap="xs">
      <FileInput
        label="Reference picture"
        description={`${description} JPEG, PNG or WebP, up to 10 MB, at least 300 × 300 pixels.`}
        placeholder="Choose a file"
        error={error}
        accept="image/*"
        clearable
        clearButtonProps={{ "aria-label": "Remove the picture" }}
        leftSection={isUploading ? <Loader size={16} /> : <IconUpload size={16} aria-hidden />}
        value={file}
        onChange={reference.chooseFile}
      />
      <TextInput
        label="Or its address"
        type="url"
        placeholder="https://…"
        // An uploaded picture has an address too, but not one the reader typed.
        value={file ? "" : url}
        onChange={(event) => reference.typeUrl(event.currentTarget.value)}
      />
      {failure ? <FailureNotice failure={failure} /> : null}
      {url ? (
        <Image src={url} alt="The reference picture" h={PREVIEW_HEIGHT} w="auto" maw="100%" fit="contain" radius="md" />
      ) : null}
    </Stack>
  );
}
