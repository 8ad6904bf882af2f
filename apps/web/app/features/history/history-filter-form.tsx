import { Box, Button, NativeSelect, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link, useNavigate, useSearchParams } from "@remix-run/react";
import IconFilter from "@tabler/icons-react/dist/esm/icons/IconFilter.mjs";
import IconSearch from "@tabler/icons-react/dist/esm/icons/IconSearch.mjs";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { type HistoryFields, historyAddress, isNarrowed, STATUSES } from "./history-filter";
import classes from "./history-filter-form.module.css";

const NO_FILTER = { status: "", search: "", from: "", until: "" };
/** A year being typed passes through 0002, 0020 and 0202: no such day is meant. */
const YEAR_MIN = "1000";

/** Narrows the history down. A form of its own address: it works without scripts, and a filtered history can be linked to. */
export function HistoryFilterForm({ fields }: { fields: HistoryFields }) {
  const t = useTranslations("history.filters");
  const status = useTranslations("generation.status");
  const [params] = useSearchParams();
  const { draft, change, choose, apply } = useDraftFilter(fields);
  const [isOpen, { toggle }] = useDisclosure(isNarrowed({ ...fields, search: "" }));
  const day = (name: "from" | "until") => ({
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
          data={[{ value: "", label: t("anyStatus") }, ...STATUSES.map((value) => ({ value, label: status(value) }))]}
          value={draft.status}
          onChange={(event) => choose({ status: event.currentTarget.value })}
        />
        <TextInput {...day("from")} />
        <TextInput {...day("until")} />
      </Box>
      <Button type="submit" variant="default" className={classes["submit"] ?? ""}>
        {t("submit")}
      </Button>
      {isNarrowed(fields) ? (
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

/** What the fields hold, which is ahead of the address while someone types. */
function useDraftFilter(fields: HistoryFields) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { search, status, from, until } = fields;
  const [draft, setDraft] = useState<Filter>({ search, status, from, until });
  // What arrives takes no words away that are being written.
  useEffect(() => setDraft((draft) => ({ ...draft, search })), [search]);
  useEffect(() => setDraft((draft) => ({ ...draft, status, from, until })), [status, from, until]);
  const apply = (filter: Filter) => navigate(historyAddress(params, { ...filter }), { preventScrollReset: true });
  const change = (changes: Partial<Filter>) => setDraft({ ...draft, ...changes });
  /** A choice is meant as soon as it is made; words wait until they are sent. */
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
