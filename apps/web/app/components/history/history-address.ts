/** Parameters that say how the list is looked at, not which list it is. */
const VIEW_PARAMETERS = ["id", "view"];

/** The same page with other parameters; an empty value takes one away. Another list starts at its first page, with nothing opened. */
export function historyAddress(params: URLSearchParams, changes: Readonly<Record<string, string>>): string {
  const next = new URLSearchParams(params);
  if (Object.keys(changes).some((name) => !VIEW_PARAMETERS.includes(name))) {
    next.delete("cursor");
    next.delete("id");
  }
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return `?${next}`;
}

/** Whether two addresses show the same list, whatever is opened of it and however it is laid out. */
export function isSameList(one: string, other: string): boolean {
  return listParameters(one) === listParameters(other);
}

function listParameters(search: string): string {
  const params = new URLSearchParams(search);
  for (const name of VIEW_PARAMETERS) params.delete(name);
  params.sort();
  return String(params);
}
