import { Button, CopyButton, Group, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import IconCopy from "@tabler/icons-react/dist/esm/icons/IconCopy.mjs";
import IconDownload from "@tabler/icons-react/dist/esm/icons/IconDownload.mjs";
import IconLink from "@tabler/icons-react/dist/esm/icons/IconLink.mjs";
import IconRefresh from "@tabler/icons-react/dist/esm/icons/IconRefresh.mjs";
import IconTrash from "@tabler/icons-react/dist/esm/icons/IconTrash.mjs";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/use-locale-path";
import { type GenerationDetail, isInProgress, typeOf } from "./generation";

const ICON = { size: 16, stroke: 1.6, "aria-hidden": true } as const;

interface GenerationActionsProps {
  generation: GenerationDetail;
  onDelete: () => void;
}

/** What can be done with an image or video. */
export function GenerationActions({ generation, onDelete }: GenerationActionsProps) {
  const t = useTranslations("history.detail");
  const words = useTranslations("history.delete");
  const path = useLocalePath();
  const address = useAbsoluteUrl(path(`/history?${new URLSearchParams({ id: generation.id })}`));
  const again = path(`/${typeOf(generation)}?${new URLSearchParams({ from: generation.id })}`);
  const isBeingMade = isInProgress(generation);
  return (
    <div>
      <Group gap="xs">
        {generation.resultUrl ? (
          <Button
            component="a"
            href={`/history/${encodeURIComponent(generation.id)}/file`}
            download
            leftSection={<IconDownload {...ICON} />}
          >
            {t("download")}
          </Button>
        ) : null}
        <Button component={Link} to={again} variant="default" leftSection={<IconRefresh {...ICON} />}>
          {t("rerun")}
        </Button>
        <CopyTextButton text={generation.prompt} label={t("copyPrompt")} icon={<IconCopy {...ICON} />} />
        <CopyTextButton text={address} label={t("copyLink")} icon={<IconLink {...ICON} />} />
        <Button
          variant="subtle"
          color="red"
          disabled={isBeingMade}
          leftSection={<IconTrash {...ICON} />}
          onClick={onDelete}
        >
          {words("button")}
        </Button>
      </Group>
      {isBeingMade ? (
        <Text size="sm" c="dimmed" mt="xs">
          {words("whenFinished")}
        </Text>
      ) : null}
    </div>
  );
}

function CopyTextButton({ text, label, icon }: { text: string; label: string; icon: ReactNode }) {
  const t = useTranslations("history.detail");
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button variant="default" leftSection={icon} onClick={copy}>
          <span aria-live="polite">{copied ? t("copied") : label}</span>
        </Button>
      )}
    </CopyButton>
  );
}

/** With the origin once there is one to know. */
function useAbsoluteUrl(path: string): string {
  const [origin, setOrigin] = useState("");
  useEffect(() => setOrigin(window.location.origin), []);
  return `${origin}${path}`;
}
