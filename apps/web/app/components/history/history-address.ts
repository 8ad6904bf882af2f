/** Parameters that say how the list is looked at, not which list it is. */
const LOOK = ["id", "view"];

/** The same page with other parameters; an empty value takes one away. Another list starts at its first page, with nothing opened. */
export function historyAddress(params: URLSearchParams, changes: Readonly<Record<string, string>>): string {
  const next = new URLSearchParams(params);
  if (Object.keys(changes).some((name) => !LOOK.includes(name))) {
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
  return listOf(one) === listOf(other);
}

function listOf(search: string): string {
  const params = new URLSearchParams(search);
  for (const name of LOOK) params.delete(name);
  params.sort();
  return String(params);
}
