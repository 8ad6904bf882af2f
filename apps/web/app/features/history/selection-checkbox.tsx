import { useTranslations } from "use-intl/react";
import { usePromptText } from "../generation/use-prompt-text";
import type { Generation } from "./generation";
import classes from "./selection-checkbox.module.css";
import type { Selection } from "./use-selection";

/** Covers the whole card or row, so that a click anywhere selects it. */
export function SelectionCheckbox({ work, selection }: { work: Generation; selection: Selection }) {
  const t = useTranslations("library.selection");
  const prompt = usePromptText()(work.prompt);
  return (
    <label className={classes["cover"]}>
      <input
        type="checkbox"
        className={classes["box"]}
        aria-label={t("choose", { prompt })}
        checked={selection.has(work.id)}
        disabled={!selection.canChoose(work)}
        onChange={() => selection.toggle(work.id)}
      />
    </label>
  );
}
