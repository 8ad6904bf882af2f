/** The particulars of a deed, name by name. What is empty is left out; a text that is no object stands for itself. */
export function auditDetailFields(detail: string): [name: string, value: string][] {
  const particulars = parseJson(detail);
  if (typeof particulars !== "object" || particulars === null) return detail ? [["", detail]] : [];
  return Object.entries(particulars).flatMap(([name, value]): [string, string][] =>
    value === null || value === "" ? [] : [[name, typeof value === "string" ? value : JSON.stringify(value)]],
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
