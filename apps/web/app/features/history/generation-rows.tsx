import { Stack, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { type Generation, typeOf } from "./generation";
import { GenerationMedia, StatusBadge } from "./generation-media";
import classes from "./generation-rows.module.css";

interface GenerationRowsProps {
  generations: readonly Generation[];
  addressFor: (generation: Generation) => string;
}

/** The list view: one compact row per image or video. */
export function GenerationRows({ generations, addressFor }: GenerationRowsProps) {
  const t = useTranslations("generation");
  const format = useFormat();
  return (
    <Stack gap={0} component="ul" className={classes["rows"] ?? ""}>
      {generations.map((generation) => (
        <li key={generation.id} className={classes["row"]}>
          <div className={classes["thumbnail"]}>
            <GenerationMedia generation={generation} isSmall />
          </div>
          <div className={classes["text"]}>
            <Text size="sm" fw={500} lineClamp={1} className={classes["prompt"] ?? ""}>
              <Link to={addressFor(generation)} preventScrollReset className={classes["link"]}>
                {generation.prompt}
              </Link>
            </Text>
            <Text size="xs" c="dimmed">
              {t(`type.${typeOf(generation)}`)} · {format.dateTime(generation.createdAt)} ·{" "}
              {t("credits", { credits: generation.creditsUsed })}
            </Text>
          </div>
          <StatusBadge status={generation.status} />
        </li>
      ))}
    </Stack>
  );
}
