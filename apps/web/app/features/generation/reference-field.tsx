import { ActionIcon, Button, Center, Group, Input, Stack, Text, TextInput } from "@mantine/core";
import IconPhotoOff from "@tabler/icons-react/dist/esm/icons/IconPhotoOff.mjs";
import IconX from "@tabler/icons-react/dist/esm/icons/IconX.mjs";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useFailureText } from "~/ui/failure";
import { DropArea } from "./drop-area";
import { problemLimits } from "./inspect-picture";
import classes from "./reference-field.module.css";
import type { ReferenceState } from "./use-reference";

interface ReferenceFieldProps {
  reference: ReferenceState;
  label: string;
  /** The error for a missing picture or a wrong address, or null. */
  error: string | null;
}

/** Takes a reference picture as a file, dropped or pasted, or as a URL, and shows a preview. */
export function ReferenceField({ reference, label, error }: ReferenceFieldProps) {
  const t = useTranslations("studio.reference");
  const errorId = useId();
  const labelId = useId();
  const [wasRemoved, setWasRemoved] = useState(false);
  const { phase, url, fileName } = reference;
  const problem = useProblemText(reference) ?? (url ? null : error);
  usePastePicture((file) => void reference.upload(file));
  const busyText =
    phase.kind === "checking" || phase.kind === "uploading" ? t(`phase.${phase.kind}`, { name: phase.fileName }) : null;
  return (
    <Stack gap="xs" role="group" aria-labelledby={labelId}>
      <Text size="sm" fw={500} id={labelId}>
        {label}
      </Text>
      <div>
        {url && !busyText ? (
          <ReferencePreview
            key={url}
            url={url}
            fileName={fileName}
            onRemove={() => {
              setWasRemoved(true);
              reference.remove();
            }}
          />
        ) : (
          <DropArea
            label={label}
            sideMin={problemLimits(reference.kind).side}
            onFile={(file) => void reference.upload(file)}
            busyText={busyText}
            error={problem}
            errorId={errorId}
            shouldFocus={wasRemoved && phase.kind === "idle"}
          />
        )}
        <div aria-live="polite">
          {problem ? (
            <Group gap="xs" mt="xs">
              <Input.Error id={errorId} size="sm">
                {problem}
              </Input.Error>
              {phase.kind === "failed" ? (
                <Button size="compact-xs" variant="default" onClick={phase.retry}>
                  {t("retry")}
                </Button>
              ) : null}
            </Group>
          ) : null}
        </div>
      </div>
      <TextInput
        label={t("address")}
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://…"
        // The URL of an uploaded picture is not shown: the user did not type it.
        value={fileName === null && !url.startsWith("data:") ? url : ""}
        onChange={(event) => reference.setUrl(event.currentTarget.value)}
        error={url ? error : null}
      />
    </Stack>
  );
}

function useProblemText({ kind, phase }: ReferenceState): string | null {
  const t = useTranslations("studio.reference");
  const failureText = useFailureText();
  if (phase.kind === "failed") return failureText(phase.failure);
  if (phase.kind !== "refused") return null;
  return t(`problem.${phase.problem}`, problemLimits(kind));
}

interface ReferencePreviewProps {
  url: string;
  fileName: string | null;
  onRemove: () => void;
}

function ReferencePreview({ url, fileName, onRemove }: ReferencePreviewProps) {
  const t = useTranslations("studio.reference");
  const [isBroken, setIsBroken] = useState(false);
  return (
    <div className={classes["preview"]}>
      {isBroken ? (
        <Center className={classes["picture"] ?? ""}>
          <IconPhotoOff aria-hidden />
        </Center>
      ) : (
        <img src={url} alt={t("preview")} className={classes["picture"]} onError={() => setIsBroken(true)} />
      )}
      <Stack gap={2} flex={1} miw={0}>
        <Text size="sm" fw={500} truncate>
          {fileName ?? t("byAddress")}
        </Text>
        <Text size="xs" c="dimmed" role={isBroken ? "status" : undefined}>
          {isBroken ? t("broken") : t("ready")}
        </Text>
      </Stack>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t("remove")} onClick={onRemove}>
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
}

/** Calls `onPicture` with a picture pasted anywhere on the page. Does not affect pasted text. */
function usePastePicture(onPicture: (file: File) => void): void {
  const latest = useRef(onPicture);
  latest.current = onPicture;
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const picture = [...(event.clipboardData?.files ?? [])].find((file) => file.type.startsWith("image/"));
      if (!picture) return;
      event.preventDefault();
      latest.current(picture);
    };
    window.addEventListener("paste", onPaste);
    return () => window.removeEventListener("paste", onPaste);
  }, []);
}
