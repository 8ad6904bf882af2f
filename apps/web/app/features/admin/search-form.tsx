import { Button, Group, TextInput } from "@mantine/core";
import { Form } from "@remix-run/react";
import IconSearch from "@tabler/icons-react/dist/esm/icons/IconSearch.mjs";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { useNextParams } from "~/ui/link-navigation";

interface SearchFormProps {
  /** What can be searched for. */
  placeholder: string;
  /** Other filters and the order, which a search keeps. */
  keep?: readonly string[];
}

/** A search as an address of its own, so that what was found can be linked to. */
export function SearchForm({ placeholder, keep = [] }: SearchFormProps) {
  const t = useTranslations("admin");
  const params = useNextParams();
  const search = params.get("search") ?? "";
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // What was found takes no words away from whoever is writing the next ones.
    if (field.current && field.current !== document.activeElement) field.current.value = search;
  }, [search]);
  return (
    <Form method="get" role="search">
      {keep.map((name) => {
        const value = params.get(name);
        return value ? <input key={name} type="hidden" name={name} value={value} /> : null;
      })}
      <Group gap="xs" wrap="nowrap">
        <TextInput
          aria-label={t("search")}
          placeholder={placeholder}
          type="search"
          data-search
          name="search"
          defaultValue={search}
          ref={field}
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
