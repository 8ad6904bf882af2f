import { FILTER_MAX_CHARACTERS } from "@app/core/admin/admin-options";
import { Button, Group, TextInput } from "@mantine/core";
import { Form } from "@remix-run/react";
import IconSearch from "@tabler/icons-react/dist/esm/icons/IconSearch.mjs";
import { useTranslations } from "use-intl/react";
import { useNextParams } from "~/ui/link-navigation";
import { useFilterForm } from "~/ui/use-filter-form";

interface SearchFormProps {
  placeholder: string;
  /** Names of query parameters to keep, such as filters and the sort order. */
  keep?: readonly string[];
}

/** Search form. It uses GET, so that results have their own URL. */
export function SearchForm({ placeholder, keep = [] }: SearchFormProps) {
  const t = useTranslations("admin");
  const search = useNextParams().get("search") ?? "";
  return (
    <Form method="get" role="search" ref={useFilterForm({ search })}>
      <KeptParameters names={keep} />
      <Group gap="xs" wrap="nowrap">
        <TextInput
          aria-label={t("search")}
          placeholder={placeholder}
          type="search"
          data-search
          name="search"
          maxLength={FILTER_MAX_CHARACTERS}
          defaultValue={search}
          leftSection={<IconSearch size={16} stroke={1.8} aria-hidden />}
          flex="1 1 20rem"
          maw={420}
        />
        <Button type="submit" variant="default" flex="none">
          {t("search")}
        </Button>
      </Group>
    </Form>
  );
}

/** Keeps query parameters that the form around it does not set. */
export function KeptParameters({ names }: { names: readonly string[] }) {
  const params = useNextParams();
  return names.map((name) => {
    const value = params.get(name);
    return value ? <input key={name} type="hidden" name={name} value={value} /> : null;
  });
}
