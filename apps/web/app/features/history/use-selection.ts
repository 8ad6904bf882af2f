import { WORKS_AT_ONCE_MAX } from "@app/core/collections/collection";
import { useState } from "react";
import { type Generation, isInProgress } from "./generation";

/**
 * The works of a list that are selected. Running ones cannot be: they can neither be deleted nor downloaded.
 * @param list names the list
 */
export function useSelection(list: string) {
  const [chosen, setChosen] = useState<{ list: string; ids: ReadonlySet<string> } | null>(null);
  // Another list begins with nothing selected.
  const ids = chosen?.list === list ? chosen.ids : NONE;
  const choose = (next: ReadonlySet<string>) => setChosen({ list, ids: next });
  const canChoose = (work: Generation) => !isInProgress(work) && (ids.has(work.id) || ids.size < WORKS_AT_ONCE_MAX);
  return {
    isSelecting: chosen !== null,
    has: (id: string) => ids.has(id),
    count: ids.size,
    canChoose,
    start: () => choose(NONE),
    stop: () => setChosen(null),
    clear: () => choose(NONE),
    toggle: (id: string) => {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      choose(next);
    },
    chooseAll: (works: readonly Generation[]) =>
      choose(
        new Set(
          works
            .filter((work) => !isInProgress(work))
            .slice(0, WORKS_AT_ONCE_MAX)
            .map(({ id }) => id),
        ),
      ),
  };
}

const NONE: ReadonlySet<string> = new Set();

export type Selection = ReturnType<typeof useSelection>;
