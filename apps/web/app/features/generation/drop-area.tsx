import { Loader, Text } from "@mantine/core";
import IconPhotoUp from "@tabler/icons-react/dist/esm/icons/IconPhotoUp.mjs";
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import classes from "./reference-field.module.css";

const ACCEPTED_TYPES = "image/jpeg,image/png,image/webp,image/gif,image/avif";

interface DropAreaProps {
  label: string;
  /** Shortest side that is accepted, in pixels. */
  sideMin: number;
  onFile: (file: File) => void;
  /** What is being done with the file; null while idle. */
  busyText: string | null;
  error: ReactNode;
  /** The id of the element with the error, for `aria-describedby`. */
  errorId: string;
  /** Takes the focus of the remove button that it replaces. */
  shouldFocus: boolean;
}

/** A file input that also accepts dropped files. */
export function DropArea({ label, sideMin, onFile, busyText, error, errorId, shouldFocus }: DropAreaProps) {
  const t = useTranslations("studio.reference");
  const hintId = useId();
  const [isDragOver, setIsDragOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (shouldFocus) input.current?.focus();
  }, [shouldFocus]);
  const acceptFirst = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file) onFile(file);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsDragOver(false);
    acceptFirst(event.dataTransfer.files);
  };
  return (
    <div className={classes["drop"]} data-over={isDragOver || undefined} data-invalid={error ? true : undefined}>
      {busyText === null ? <IconPhotoUp size={28} aria-hidden /> : <Loader size={24} aria-hidden />}
      <Text size="sm" fw={500}>
        {busyText ?? t("drop")}
      </Text>
      <Text size="xs" c="dimmed" id={hintId}>
        {t("hint", { side: sideMin })}
      </Text>
      <input
        ref={input}
        type="file"
        className={classes["file"]}
        accept={ACCEPTED_TYPES}
        aria-label={label}
        aria-describedby={error ? `${errorId} ${hintId}` : hintId}
        aria-invalid={error ? true : undefined}
        onChange={(event) => {
          acceptFirst(event.currentTarget.files);
          // Otherwise choosing the same file again would not fire a change event.
          event.currentTarget.value = "";
        }}
        onDragOver={(event) => {
          event.preventDefault();
          setIsDragOver(true);
        }}
        onDragLeave={() => setIsDragOver(false)}
        onDrop={onDrop}
      />
    </div>
  );
}
