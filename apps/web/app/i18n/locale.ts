import type enAdmin from "./messages/admin/en.json";
import type en from "./messages/en.json";

/** The texts of one language. The keys are those of English; a test checks the other languages against it. */
export type Messages = typeof en & typeof enAdmin;

/** A language code. Every file in ./messages is a language, named by its code. */
export type Locale = string;

const FILES = import.meta.glob<Messages>("./messages/*.json", { import: "default" });
/** The texts of the administrators' pages, which the browsers of others do not load. */
const ADMIN_FILES = import.meta.glob<typeof enAdmin>("./messages/admin/*.json", { import: "default" });

export const DEFAULT_LOCALE: Locale = "en";
export const LOCALES: readonly Locale[] = Object.keys(FILES).map((file) =>
  file.slice("./messages/".length, -".json".length),
);

const loaded = new Map<Locale, Messages>();

/**
 * Loads texts for `messagesOf`: with those of the administrators' pages, or without. Those that are loaded already stay. The server loads
 * all languages at start, the browser only the page's.
 */
export async function loadMessages(locale: Locale, { isAdmin }: { isAdmin: boolean }): Promise<void> {
  const files = [
    FILES[`./messages/${locale}.json`],
    ...(isAdmin ? [ADMIN_FILES[`./messages/admin/${locale}.json`]] : []),
  ];
  const parts = await Promise.all(files.map((load) => load?.()));
  if (parts.includes(undefined)) throw new Error(`There is no language ${locale}`);
  loaded.set(locale, Object.assign({}, loaded.get(locale), ...parts));
}

/** Whether the texts of the administrators' pages are loaded. */
export const hasAdminMessages = (locale: Locale): boolean => loaded.get(locale)?.admin !== undefined;

/** Whether a path is that of an administrators' page. */
export function isAdminPath(pathname: string): boolean {
  const [, first, second] = pathname.split("/");
  return (first !== undefined && LOCALES.includes(first) ? second : first) === "admin";
}

export function messagesOf(locale: Locale): Messages {
  const messages = loaded.get(locale);
  if (!messages) throw new Error(`The texts of ${locale} are not loaded`);
  return messages;
}

/** The language of the optional first path segment; undefined if the segment is not a language. */
export function findLocale(segment: string | undefined): Locale | undefined {
  return segment === undefined ? DEFAULT_LOCALE : LOCALES.find((locale) => locale === segment);
}

export function localeOf(segment: string | undefined): Locale {
  return findLocale(segment) ?? DEFAULT_LOCALE;
}

/** The language of a path: its first segment, or the default. */
export function localeOfPath(pathname: string): Locale {
  return localeOf(pathname.split("/")[1]);
}

/** Adds the language prefix to a path. A segment that is not a known language is ignored: it is user input and could even be a host name. */
export function localePath(segment: string | undefined, path: string): string {
  if (segment === undefined || findLocale(segment) === undefined) return path;
  return path === "/" ? `/${segment}` : `/${segment}${path}`;
}

/** The same page in another language. The default one has no prefix. Several slashes become one: a path with two in front names another site. */
export function pathInLocale(pathname: string, locale: Locale): string {
  const [, first = "", ...rest] = pathname.split(/\/+/);
  const parts = LOCALES.includes(first) ? rest : [first, ...rest];
  return localePath(locale === DEFAULT_LOCALE ? undefined : locale, `/${parts.join("/")}`);
}

/** As `Intl.DisplayNames` has them, which takes a new tab 10 ms to load. */
const NAMES: Readonly<Record<Locale, string>> = { en: "English", zh: "中文" };

/** The language's name in that language. */
export const languageName = (locale: Locale): string => NAMES[locale] ?? locale;
