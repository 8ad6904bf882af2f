import { Loader, Text } from "@mantine/core";
import IconPhotoUp from "@tabler/icons-react/dist/esm/icons/IconPhotoUp.mjs";
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { PICTURE_SIDE_MIN_PIXELS } from "./inspect-picture";
import classes from "./reference-field.module.css";

const ACCEPTED = "image/jpeg,image/png,image/webp,image/gif,image/avif";

interface DropAreaProps {
  label: string;
  onFile: (file: File) => void;
  /** What is being done with a file; null while there is none. */
  busy: string | null;
  error: ReactNode;
  /** Explains the error to whoever reads the field by ear. */
  errorId: string;
  /** It stands where a picture has just been removed, and the button for that was in focus. */
  takesFocus: boolean;
}

/** A file field that also takes what is dropped on it. */
export function DropArea({ label, onFile, busy, error, errorId, takesFocus }: DropAreaProps) {
  const t = useTranslations("studio.reference");
  const hintId = useId();
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file) onFile(file);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <div className={classes["drop"]} data-over={isOver || undefined} data-invalid={error ? true : undefined}>
      {busy === null ? <IconPhotoUp size={28} aria-hidden /> : <Loader size={24} aria-hidden />}
      <Text size="sm" fw={500}>
        {busy ?? t("drop")}
      </Text>
      <Text size="xs" c="dimmed" id={hintId}>
        {t("hint", { side: PICTURE_SIDE_MIN_PIXELS })}
      </Text>
      <input
        ref={input}
        type="file"
        className={classes["file"]}
        accept={ACCEPTED}
        aria-label={label}
        aria-describedby={error ? `${errorId} ${hintId}` : hintId}
        aria-invalid={error ? true : undefined}
        onChange={(event) => {
          take(event.currentTarget.files);
          // The same file chosen again is a new try.
          event.currentTarget.value = "";
        }}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={onDrop}
      />
    </div>
  );
}
