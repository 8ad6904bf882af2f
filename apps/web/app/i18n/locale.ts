import type en from "./messages/en.json";

/** The texts of one language. English names the keys; a test holds the others to them. */
export type Messages = typeof en;

/** A language's code, which is the name of its file: a file more in ./messages is a language more. */
export type Locale = string;

const FILES = import.meta.glob<Messages>("./messages/*.json", { import: "default" });
const fileOf = (locale: Locale) => `./messages/${locale}.json`;

export const DEFAULT_LOCALE: Locale = "en";
export const LOCALES: readonly Locale[] = Object.keys(FILES).map((file) =>
  file.slice("./messages/".length, -".json".length),
);

const loaded = new Map<Locale, Messages>();

/** Makes a language's texts ready for `messagesOf`: all of them at the server's start, the page's own in the browser. */
export async function loadMessages(locale: Locale): Promise<void> {
  const load = FILES[fileOf(locale)];
  if (!load) throw new Error(`There is no language ${locale}`);
  loaded.set(locale, await load());
}

export function messagesOf(locale: Locale): Messages {
  const messages = loaded.get(locale);
  if (!messages) throw new Error(`The texts of ${locale} are not loaded`);
  return messages;
}

/** The language an optional first path segment stands for; undefined for a segment that is no language. */
export function findLocale(segment: string | undefined): Locale | undefined {
  return segment === undefined ? DEFAULT_LOCALE : LOCALES.find((locale) => locale === segment);
}

export function localeOf(segment: string | undefined): Locale {
  return findLocale(segment) ?? DEFAULT_LOCALE;
}

/** The language of a path: what its first segment names, or the default. */
export function localeOfPath(pathname: string): Locale {
  return localeOf(pathname.split("/")[1]);
}

/** A path below the language prefix the reader is under, if any. What is no language is left out: it may be anything, a host's name too. */
export function localePath(segment: string | undefined, path: string): string {
  if (segment === undefined || findLocale(segment) === undefined) return path;
  return path === "/" ? `/${segment}` : `/${segment}${path}`;
}

/** The same page in another language. The default one has no prefix. */
export function pathInLocale(pathname: string, locale: Locale): string {
  const [, first, ...rest] = pathname.split("/");
  const bare = first !== undefined && LOCALES.includes(first) ? `/${rest.join("/")}` : pathname;
  return localePath(locale === DEFAULT_LOCALE ? undefined : locale, bare);
}

/** What a language calls itself. */
export function languageName(locale: Locale): string {
  return new Intl.DisplayNames(locale, { type: "language" }).of(locale) ?? locale;
}
