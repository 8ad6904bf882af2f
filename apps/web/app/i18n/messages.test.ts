import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { LOCALES, languageName, loadMessages, messagesOf } from "./locale";
import enAdmin from "./messages/admin/en.json";
import en from "./messages/en.json";

type Texts = { readonly [key: string]: string | Texts };

const APP = path.resolve(import.meta.dirname, "..");
const FOLDER = path.join(import.meta.dirname, "messages");
const languages = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".json"))
  .map((file) => ({ file, texts: flatten({ ...readTexts(file), ...readTexts(`admin/${file}`) }) }));
const english = flatten({ ...en, ...enAdmin });

function readTexts(file: string): Texts {
  return JSON.parse(readFileSync(path.join(FOLDER, file), "utf8"));
}

function flatten(texts: Texts, prefix = ""): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === "string" ? [[prefix + key, value] as const] : [...flatten(value, `${prefix}${key}.`)],
    ),
  );
}

/** The placeholders and tags of a text, including those in plural forms. */
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

  it("names no amount of money: the catalogue has the prices", () => {
    expect([...texts].filter(([, text]) => /[$€£¥]\s?\d|\d\s?(?:dollars|美元|元)/u.test(text))).toEqual([]);
  });
});

/**
 * All keys a source file may use: every string literal, alone and after each of the file's namespaces. `*` marks the prefix of a computed
 * key.
 */
function referencedKeys(source: string): string[] {
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
  const referenced = sources.flatMap((file) => referencedKeys(readFileSync(path.join(APP, file), "utf8")));
  const exactKeys = new Set(referenced.filter((key) => !key.endsWith("*")));
  const prefixes = referenced.filter((key) => key.endsWith("*")).map((key) => key.slice(0, -1));
  const unused = [...english.keys()].filter(
    (key) => !exactKeys.has(key) && !prefixes.some((prefix) => key.startsWith(prefix)),
  );
  expect(unused).toEqual([]);
});

it("the administrators' texts stay loaded when a page without them loads its own", async () => {
  await loadMessages("en", { isAdmin: true });
  await loadMessages("en", { isAdmin: false });
  expect(messagesOf("en").admin).toEqual(enAdmin.admin);
});

it.each(LOCALES)("the name of %s is the one that browsers know", (locale) => {
  expect(languageName(locale)).toBe(new Intl.DisplayNames(locale, { type: "language" }).of(locale));
});
