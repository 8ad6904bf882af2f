import { Box, Button, NativeSelect, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link, useLocation, useNavigate, useSearchParams } from "@remix-run/react";
import IconFilter from "@tabler/icons-react/dist/esm/icons/IconFilter.mjs";
import IconHeart from "@tabler/icons-react/dist/esm/icons/IconHeart.mjs";
import IconHeartFilled from "@tabler/icons-react/dist/esm/icons/IconHeartFilled.mjs";
import IconSearch from "@tabler/icons-react/dist/esm/icons/IconSearch.mjs";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useNextParams } from "~/ui/link-navigation";
import { FILTER_STATUSES, type HistoryFields, historyAddress, isFiltered } from "./history-filter";
import classes from "./history-filter-form.module.css";

const NO_FILTER = { status: "", search: "", from: "", until: "", favorites: "", collection: "" };
/** While typing a year, the field passes through values such as 0002 and 0020. They are not applied. */
const YEAR_MIN = "1000";

interface HistoryFilterFormProps {
  fields: HistoryFields;
  collections: readonly { id: string; name: string }[];
}

/** The filter of the history. A GET form, so that it works without JavaScript and a filtered history has a URL. */
export function HistoryFilterForm({ fields, collections }: HistoryFilterFormProps) {
  const t = useTranslations("history.filters");
  const tStatus = useTranslations("generation.status");
  const tCollections = useTranslations("collections");
  const [params] = useSearchParams();
  const { draft, change, choose, apply } = useDraftFilter(fields);
  const [isOpen, { toggle }] = useDisclosure(isFiltered({ ...fields, search: "", favorites: "" }));
  const dateFieldProps = (name: "from" | "until") => ({
    name,
    label: t(name),
    type: "date",
    value: draft[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget;
      if (value === "" || value >= YEAR_MIN) choose({ [name]: value });
      else change({ [name]: value });
    },
  });
  return (
    <form
      method="get"
      className={classes["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        apply(draft);
      }}
    >
      {["type", "view", "favorites"].map((name) =>
        params.has(name) ? <input key={name} type="hidden" name={name} value={params.get(name) ?? ""} /> : null,
      )}
      <TextInput
        className={classes["search"] ?? ""}
        label={t("search")}
        placeholder={t("placeholder")}
        name="search"
        type="search"
        data-search
        leftSection={<IconSearch size={16} aria-hidden />}
        value={draft.search}
        onChange={(event) => change({ search: event.currentTarget.value })}
      />
      <FavoritesFilter isOn={fields.favorites === "1"} />
      <Button
        variant="default"
        className={classes["toggle"] ?? ""}
        aria-expanded={isOpen}
        leftSection={<IconFilter size={16} aria-hidden />}
        onClick={toggle}
      >
        {t("button")}
      </Button>
      <Box className={classes["more"] ?? ""} data-open={isOpen || undefined}>
        {collections.length > 0 ? (
          <NativeSelect
            label={tCollections("label")}
            name="collection"
            data={[
              { value: "", label: tCollections("any") },
              ...collections.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={draft.collection}
            onChange={(event) => choose({ collection: event.currentTarget.value })}
          />
        ) : null}
        <NativeSelect
          label={t("status")}
          name="status"
          data={[
            { value: "", label: t("anyStatus") },
            ...FILTER_STATUSES.map((value) => ({ value, label: tStatus(value) })),
          ]}
          value={draft.status}
          onChange={(event) => choose({ status: event.currentTarget.value })}
        />
        <TextInput {...dateFieldProps("from")} />
        <TextInput {...dateFieldProps("until")} />
      </Box>
      <Button type="submit" variant="default" className={classes["submit"] ?? ""}>
        {t("submit")}
      </Button>
      {isFiltered(fields) ? (
        <Button
          component={Link}
          to={historyAddress(params, NO_FILTER)}
          variant="subtle"
          color="gray"
          preventScrollReset
        >
          {t("clear")}
        </Button>
      ) : null}
    </form>
  );
}

/** A link, so that it works without JavaScript. */
function FavoritesFilter({ isOn }: { isOn: boolean }) {
  const t = useTranslations("library");
  const params = useNextParams();
  const Icon = isOn ? IconHeartFilled : IconHeart;
  return (
    <Button
      component={Link}
      to={historyAddress(params, { favorites: isOn ? "" : "1" })}
      preventScrollReset
      px="sm"
      variant={isOn ? "light" : "default"}
      aria-label={t("favorites")}
      aria-current={isOn ? "true" : undefined}
    >
      <Icon size={16} aria-hidden />
      <span className={classes["label"]}>{t("favorites")}</span>
    </Button>
  );
}

/** The contents of the fields, which differ from the URL while the user is typing. */
function useDraftFilter(fields: HistoryFields) {
  const navigate = useNavigate();
  const params = useNextParams();
  const { search, status, from, until, collection } = fields;
  const [draft, setDraft] = useState<Filter>({ search, status, from, until, collection });
  const { key } = useLocation();
  // Two effects: a change of the other fields must not reset a search text that is being typed.
  useEffect(() => setDraft((draft) => ({ ...draft, search })), [search]);
  // Also when the fields have not changed: a choice whose list was still loading ends when the user goes back.
  useEffect(
    () => setDraft((draft) => ({ ...draft, status, from, until, collection })),
    [status, from, until, collection, key],
  );
  const apply = (filter: Filter) => navigate(historyAddress(params, { ...filter }), { preventScrollReset: true });
  const change = (changes: Partial<Filter>) => setDraft({ ...draft, ...changes });
  /** Applies a choice at once. A search text is applied on submit. */
  const choose = (changes: Partial<Filter>) => {
    change(changes);
    apply({ ...draft, ...changes });
  };
  return { draft, change, choose, apply };
}

interface Filter {
  search: string;
  status: string;
  from: string;
  until: string;
  collection: string;
}
