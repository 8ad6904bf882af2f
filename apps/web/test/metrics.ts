import type { TestApp } from "./app";

/** The samples of a scrape: the value by name with labels, as `name{label="value"}`. */
export async function scrape(app: Pick<TestApp, "metricsUrl">): Promise<Map<string, number>> {
  const response = await fetch(app.metricsUrl);
  if (response.status !== 200) throw new Error(`The metrics answered ${response.status}`);
  return readSamples(await response.text());
}

export function readSamples(text: string): Map<string, number> {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]));
}

/** What `act` added, of the samples whose name begins so. A scrape itself is not counted. */
export async function increments(app: TestApp, prefixes: readonly string[], act: () => Promise<unknown>) {
  const before = await scrape(app);
  await act();
  const after = await scrape(app);
  const changed = [...after].filter(
    ([name, value]) => prefixes.some((prefix) => name.startsWith(prefix)) && value !== (before.get(name) ?? 0),
  );
  return Object.fromEntries(changed.map(([name, value]) => [name, value - (before.get(name) ?? 0)]));
}
