/** As pnpm lists them: packages by licence. */
export type InstalledLicences = Readonly<Record<string, readonly { name: string }[]>>;

/** Permissive licences: they only require that their text is passed on. */
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

/** Packages with other licences, and why they may be used. */
const ALLOWED_PACKAGES: readonly (readonly [name: RegExp, licence: string, reason: string])[] = [
  [/^@fontsource-variable\/[\w-]+$/, "OFL-1.1", "a font, distributed unchanged"],
  [/^@img\/sharp-(?:libvips-)?[\w-]+$/, "LGPL-3.0-or-later", "a library of its own, loaded unchanged at run time"],
  [/^elkjs$/, "EPL-2.0", "part of Prisma's command line, unchanged, never loaded by the service"],
];

/** Packages whose licence is neither allowed nor an exception. Of "A OR B" one must be allowed, of "A AND B" both. */
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
