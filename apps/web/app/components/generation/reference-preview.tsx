import { ActionIcon, Center, Stack, Text } from "@mantine/core";
import IconPhotoOff from "@tabler/icons-react/dist/esm/icons/IconPhotoOff.mjs";
import IconX from "@tabler/icons-react/dist/esm/icons/IconX.mjs";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import classes from "./reference-field.module.css";

interface ReferencePreviewProps {
  url: string;
  fileName: string | null;
  onRemove: () => void;
}

/** The chosen picture, small, with the way to take it away again. */
export function ReferencePreview({ url, fileName, onRemove }: ReferencePreviewProps) {
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
