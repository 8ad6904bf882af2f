import { Box, Button, NativeSelect, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link, useNavigate, useSearchParams } from "@remix-run/react";
import IconFilter from "@tabler/icons-react/dist/esm/icons/IconFilter.mjs";
import IconSearch from "@tabler/icons-react/dist/esm/icons/IconSearch.mjs";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { FILTER_STATUSES, type HistoryFields, historyAddress, isFiltered } from "./history-filter";
import classes from "./history-filter-form.module.css";

const NO_FILTER = { status: "", search: "", from: "", until: "" };
/** While typing a year, the field passes through values such as 0002 and 0020. They are not applied. */
const YEAR_MIN = "1000";

/** The filter of the history. A GET form, so that it works without JavaScript and a filtered history has a URL. */
export function HistoryFilterForm({ fields }: { fields: HistoryFields }) {
  const t = useTranslations("history.filters");
  const tStatus = useTranslations("generation.status");
  const [params] = useSearchParams();
  const { draft, change, choose, apply } = useDraftFilter(fields);
  const [isOpen, { toggle }] = useDisclosure(isFiltered({ ...fields, search: "" }));
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
      {["type", "view"].map((name) =>
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

/** The contents of the fields, which differ from the URL while the user is typing. */
function useDraftFilter(fields: HistoryFields) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { search, status, from, until } = fields;
  const [draft, setDraft] = useState<Filter>({ search, status, from, until });
  // Two effects: a change of the other fields must not reset a search text that is being typed.
  useEffect(() => setDraft((draft) => ({ ...draft, search })), [search]);
  useEffect(() => setDraft((draft) => ({ ...draft, status, from, until })), [status, from, until]);
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
}
