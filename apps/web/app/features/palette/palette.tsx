import "@mantine/spotlight/styles.layer.css";
import { VisuallyHidden } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { createSpotlight, Spotlight, useSpotlight } from "@mantine/spotlight";
import IconSearch from "@tabler/icons-react/dist/esm/icons/IconSearch.mjs";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { type Failure, useFailureText } from "~/ui/failure";
import type { Viewer } from "~/ui/shell/viewer";
import classes from "./palette.module.css";
import {
  matchItems,
  type PaletteGroup,
  type PaletteItem,
  useActionItems,
  usePageItems,
  useSearchItems,
} from "./palette-items";

const SEARCH_DELAY_MS = 200;
/** A longer search is refused. */
const QUERY_MAX_CHARACTERS = 200;
const LIST_ID = "palette-list";
const optionId = (id: string) => `${LIST_ID}-${id}`;

const [store, spotlight] = createSpotlight();

/** The command palette. Opens whenever `opening` changes and closes itself. */
export function Palette({ viewer, opening }: { viewer: Viewer; opening: number }) {
  const t = useTranslations("palette");
  const [query, setQuery] = useState("");
  const failureText = useFailureText();
  const { groups, isSearching, failure } = useGroups(viewer, query.trim());
  const items = groups.flatMap((group) => group.items);
  /** The item chosen with the keyboard; null means the first. */
  const [chosenId, setChosenId] = useState<string | null>(null);
  const { listId } = useSpotlight(store);
  const ids = items.map((item) => item.id).join(" ");
  const selected = Math.max(
    0,
    items.findIndex((item) => item.id === chosenId),
  );
  const selectedItem = items[selected];

  useEffect(() => {
    if (opening > 0) spotlight.open();
  }, [opening]);
  // Late results must not move the selection away from a chosen item, wherever they are inserted. `listId` is empty while closed.
  useEffect(() => {
    if (listId !== "" && ids !== "") selectOption(listId, selected);
  }, [listId, ids, selected]);

  return (
    <Spotlight.Root
      query={query}
      onQueryChange={(text) => {
        setQuery(text);
        setChosenId(null);
      }}
      store={store}
      shortcut={null}
      title={t("title")}
      classNames={{ header: classes["title"] ?? "", actionLabel: classes["label"] ?? "" }}
      scrollable
      maxHeight={420}
    >
      <Spotlight.Search
        placeholder={t("placeholder")}
        aria-label={t("placeholder")}
        maxLength={QUERY_MAX_CHARACTERS}
        leftSection={<IconSearch size={20} stroke={1.6} aria-hidden />}
        // Mantine would close every open window with one Escape. A dialog or drawer below stays, with what was typed in it.
        data-mantine-stop-propagation="true"
        onKeyDown={({ key, nativeEvent }) => {
          if (key === "Escape" && !nativeEvent.isComposing) spotlight.close();
          // Spotlight updates its selection after this event and has no callback for it.
          queueMicrotask(() => setChosenId(items[store.getState().selected]?.id ?? null));
        }}
        role="combobox"
        aria-expanded
        aria-controls={LIST_ID}
        aria-autocomplete="list"
        {...(selectedItem ? { "aria-activedescendant": optionId(selectedItem.id) } : {})}
      />
      <VisuallyHidden role="status">
        {isSearching ? "" : failure ? failureText(failure) : t("resultCount", { count: items.length })}
      </VisuallyHidden>
      <Spotlight.ActionsList id={LIST_ID} role="listbox" aria-label={t("title")}>
        {groups.map(({ name, items: groupItems }) => (
          <Spotlight.ActionsGroup key={name} label={t(`group.${name}`)} role="group" aria-label={t(`group.${name}`)}>
            {groupItems.map(({ id, label, description, Icon, run }) => (
              <Spotlight.Action
                key={id}
                // Spotlight.Action does not pass an id on, but aria-activedescendant needs it.
                ref={(option) => option?.setAttribute("id", optionId(id))}
                role="option"
                aria-selected={selectedItem?.id === id}
                label={label}
                {...(description ? { description } : {})}
                leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
                onClick={run}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {items.length === 0 && (isSearching || !failure) ? (
          <Spotlight.Empty>{t(isSearching ? "searching" : "nothing")}</Spotlight.Empty>
        ) : null}
        {failure && !isSearching ? <Spotlight.Empty>{failureText(failure)}</Spotlight.Empty> : null}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function useGroups(
  viewer: Viewer,
  query: string,
): { groups: PaletteGroup[]; isSearching: boolean; failure: Failure | null } {
  const [debouncedQuery] = useDebouncedValue(query, SEARCH_DELAY_MS);
  const pages = usePageItems(viewer);
  const actions = useActionItems();
  const { chats, works, users, ...search } = useSearchItems(viewer, debouncedQuery);
  const isSearching = search.isSearching || debouncedQuery !== query;
  // Results of the search before stay until the next ones are there, but only those that match: Enter opens the first.
  const found = (items: readonly PaletteItem[]) => (isSearching ? matchItems(items, query) : items);
  const groups: PaletteGroup[] = [
    { name: "actions", items: matchItems(actions, query) },
    { name: "pages", items: matchItems(pages, query) },
    { name: "chats", items: found(chats) },
    { name: "works", items: found(works) },
    { name: "users", items: found(users) },
  ];
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    isSearching,
    failure: search.failure,
  };
}

/** Selects an item the way Spotlight does it for the keyboard: a data attribute and its store. */
function selectOption(listId: string, selected: number): void {
  const options = document.getElementById(listId)?.querySelectorAll("[data-action]") ?? [];
  for (const [index, option] of [...options].entries()) option.toggleAttribute("data-selected", index === selected);
  store.updateState((state) => ({ ...state, selected }));
}
