import { useDidUpdate } from "@mantine/hooks";
import { type RefObject, useRef } from "react";

/**
 * Shows the filter of the address in the fields of a form, also after Back and Clear. The form stays the same one, so that it keeps the
 * focus. Not before the first change: a field may have been filled in before hydration.
 * @param fields values by the names of the fields
 */
export function useFilterForm(fields: object): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null);
  useDidUpdate(() => {
    for (const [name, value] of Object.entries(fields)) {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = String(value);
    }
  }, [JSON.stringify(fields)]);
  return form;
}
