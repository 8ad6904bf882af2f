import { Link } from "@remix-run/react";
import type { CSSProperties } from "react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import plain from "~/ui/plain-card.module.css";
import { usePromptText } from "../generation/use-prompt-text";
import { FavoriteButton } from "./favorite-button";
import { type Generation, typeOf } from "./generation";
import card from "./generation-card.module.css";
import { GenerationMedia } from "./generation-media";
import type { OPENED_IN_LIST } from "./history-filter";
import classes from "./library-grid.module.css";
import { rowsOf } from "./proportions";
import { SelectionCheckbox } from "./selection-checkbox";
import type { Favorites } from "./use-favorites";
import type { Selection } from "./use-selection";

/** What both views of the library need. */
export interface LibraryViewProps {
  works: readonly Generation[];
  addressFor: (work: Generation) => string;
  /** State of that address. */
  openedState: typeof OPENED_IN_LIST | null;
  favorites: Favorites;
  selection: Selection;
}

/** The works in columns, each in its own proportions. The style sheet says how. */
export function LibraryGrid({ works, ...props }: LibraryViewProps) {
  return (
    <div className={classes["frame"]}>
      <ul className={classes["grid"]}>
        {works.map((work) => (
          <LibraryCard key={work.id} work={work} {...props} />
        ))}
      </ul>
    </div>
  );
}

type LibraryCardProps = Omit<LibraryViewProps, "works"> & { work: Generation };

/** Plain elements, as in every list of many works. */
function LibraryCard({ work, addressFor, openedState, favorites, selection }: LibraryCardProps) {
  const t = useTranslations("generation");
  const format = useFormat();
  const prompt = usePromptText()(work.prompt);
  return (
    <li
      className={`${plain["card"]} ${card["card"]} ${classes["card"]}`}
      style={{ "--picture-rows": rowsOf(work) } as CSSProperties}
    >
      <div className={classes["picture"]}>
        <GenerationMedia generation={work} />
      </div>
      <p className={classes["prompt"]}>
        {selection.isSelecting ? (
          prompt
        ) : (
          <Link to={addressFor(work)} state={openedState} preventScrollReset className={card["link"]}>
            {prompt}
          </Link>
        )}
      </p>
      <p className={classes["facts"]}>
        {t(`type.${typeOf(work)}`)} · {format.date(work.createdAt)}
      </p>
      {selection.isSelecting ? (
        <SelectionCheckbox work={work} selection={selection} />
      ) : (
        <div className={classes["favorite"]}>
          <FavoriteButton isFavorite={favorites.isFavorite(work)} onToggle={() => favorites.toggle(work)} />
        </div>
      )}
    </li>
  );
}
