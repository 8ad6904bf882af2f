import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import en from "./messages/en.json";

type Texts = { readonly [key: string]: string | Texts };

const APP = path.resolve(import.meta.dirname, "..");
const languages = readdirSync(path.join(import.meta.dirname, "messages")).map((file) => ({
  file,
  texts: flatten(JSON.parse(readFileSync(path.join(import.meta.dirname, "messages", file), "utf8"))),
}));
const english = flatten(en);

function flatten(texts: Texts, prefix = ""): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === "string" ? [[prefix + key, value] as const] : [...flatten(value, `${prefix}${key}.`)],
    ),
  );
}

/** The names a text fills in, plural forms and tags included: another language must offer the same. */
function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)|<(\w+)>/g)].map((match) => match[1] ?? match[2] ?? ""))].sort();
}

describe.each(languages)("$file", ({ texts }) => {
  it("has every text of English, and no other", () => {
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it("fills in the same values", () => {
    for (const [key, text] of english) expect(placeholders(texts.get(key) ?? ""), key).toEqual(placeholders(text));
  });

  it("has no empty text", () => {
    expect([...texts].filter(([, text]) => text.trim() === "")).toEqual([]);
  });
});

/** Where a file asks for texts: the part of the key that is the file's namespace, and the keys or beginnings of keys after it. */
function askedFor(source: string): string[] {
  const namespaces = [...source.matchAll(/useTranslations\("([\w.]+)"\)/g)].map((match) => `${match[1]}.`);
  const literals = [...source.matchAll(/["'`]([A-Za-z][\w.]*)(?:["'`]|\$\{)/g)];
  return literals.flatMap(([whole, key]) =>
    ["", ...namespaces].map((namespace) => `${namespace}${key}${whole.endsWith("{") ? "*" : ""}`),
  );
}

it("uses every text", () => {
  const sources = readdirSync(APP, { recursive: true, encoding: "utf8" }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  );
  const asked = sources.flatMap((file) => askedFor(readFileSync(path.join(APP, file), "utf8")));
  const whole = new Set(asked.filter((key) => !key.endsWith("*")));
  const beginnings = asked.filter((key) => key.endsWith("*")).map((key) => key.slice(0, -1));
  const unused = [...english.keys()].filter(
    (key) => !whole.has(key) && !beginnings.some((beginning) => key.startsWith(beginning)),
  );
  expect(unused).toEqual([]);
});
