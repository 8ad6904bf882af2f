/** As pnpm lists them: packages by licence. */
export type InstalledLicences = Readonly<Record<string, readonly { name: string }[]>>;

/** They ask for no more than that their text is passed on. */
const ALLOWED: ReadonlySet<string> = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "Python-2.0",
  "Unlicense",
]);

/** Packages whose licence asks for more, and why they may be used all the same. */
const ALLOWED_PACKAGES: readonly (readonly [name: RegExp, licence: string, reason: string])[] = [
  [/^@fontsource-variable\/inter$/, "OFL-1.1", "a font, passed on as it is"],
  [/^@img\/sharp-(?:libvips-)?[\w-]+$/, "LGPL-3.0-or-later", "a library of its own, loaded unchanged at run time"],
  [/^elkjs$/, "EPL-2.0", "comes with Prisma's command line, unchanged, and is never loaded by the service"],
];

/** Packages whose licence is neither allowed nor excepted. Of alternatives one must be allowed, of several that hold together each. */
export function findLicenceProblems(installed: InstalledLicences): string[] {
  return Object.entries(installed).flatMap(([licence, packages]) =>
    packages.filter(({ name }) => !isAllowed(name, licence)).map(({ name }) => `${name}: ${licence}`),
  );
}

function isAllowed(name: string, licence: string): boolean {
  const alternatives = licence.replace(/[()]/g, "").split(/ or /i);
  return (
    alternatives.some((alternative) => alternative.split(/ and /i).every((part) => ALLOWED.has(part.trim()))) ||
    ALLOWED_PACKAGES.some(([pattern, itsLicence]) => pattern.test(name) && licence === itsLicence)
  );
}
