import { Stack, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { usePromptText } from "../generation/use-prompt-text";
import { FavoriteButton } from "./favorite-button";
import { creditsCharged, typeOf } from "./generation";
import { GenerationMedia, StatusBadge } from "./generation-media";
import classes from "./generation-rows.module.css";
import type { LibraryViewProps } from "./library-grid";
import { SelectionCheckbox } from "./selection-checkbox";

/** The list view: one compact row per image or video. */
export function GenerationRows({ works, addressFor, openedState, favorites, selection }: LibraryViewProps) {
  const t = useTranslations("generation");
  const format = useFormat();
  const promptText = usePromptText();
  return (
    <Stack gap={0} component="ul" className={classes["rows"] ?? ""}>
      {works.map((work) => (
        <li key={work.id} className={classes["row"]}>
          <div className={classes["thumbnail"]}>
            <GenerationMedia generation={work} isSmall />
          </div>
          <div className={classes["text"]}>
            <Text size="sm" fw={500} lineClamp={1} className={classes["prompt"] ?? ""}>
              {selection.isSelecting ? (
                promptText(work.prompt)
              ) : (
                <Link to={addressFor(work)} state={openedState} preventScrollReset className={classes["link"]}>
                  {promptText(work.prompt)}
                </Link>
              )}
            </Text>
            <Text size="xs" c="dimmed">
              {t(`type.${typeOf(work)}`)} · {format.dateTime(work.createdAt)} ·{" "}
              {t("credits", { credits: creditsCharged(work) })}
            </Text>
          </div>
          <StatusBadge status={work.status} />
          {selection.isSelecting ? (
            <SelectionCheckbox work={work} selection={selection} />
          ) : (
            <div className={classes["favorite"]}>
              <FavoriteButton isFavorite={favorites.isFavorite(work)} onToggle={() => favorites.toggle(work)} />
            </div>
          )}
        </li>
      ))}
    </Stack>
  );
}
