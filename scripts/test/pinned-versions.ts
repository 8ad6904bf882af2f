/** A version from pnpm's catalog, or a package of this repository. */
const NAMED_ELSEWHERE = /^(?:catalog:|workspace:\*)$/;
/** Also of a package that is installed under another name, next to another version of it. */
const EXACT_VERSION = /^(?:npm:(?:@[\w-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.-]+)?$/;
const DEPENDENCIES = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];
/** An address, a file or a repository instead of a version. Links to packages of this repository are allowed. */
const FROM_ELSEWHERE =
  /(?:^|[\s'"@{])(?:https?|git|git\+\w+|ssh|file|github|tarball):|link:(?!(?:\.\.\/){0,2}[\w-]+(?:\/[\w-]+)?$)/;
const PINNED = /^resolution: \{integrity: sha512-[A-Za-z0-9+/]{86}==\}$/;

/** Dependencies of a package.json whose version is not exact. */
export function findVersionProblems(file: string, text: string): string[] {
  const manifest: Record<string, Record<string, string> | undefined> = JSON.parse(text);
  return DEPENDENCIES.flatMap((kind) =>
    Object.entries(manifest[kind] ?? {})
      .filter(([, version]) => !NAMED_ELSEWHERE.test(version) && !EXACT_VERSION.test(version))
      .map(([name, version]) => `${file}: ${name} is ${version}`),
  );
}

/** Lockfile lines that name an address or a range, and packages without a digest. */
export function findLockfileProblems(text: string): string[] {
  const problems: string[] = [];
  let section = "";
  let pinned = true;
  let name = "";
  const endPackage = () => {
    if (section === "packages" && !pinned) problems.push(`pnpm-lock.yaml: ${name} has no digest`);
  };
  for (const [index, line] of [...text.split("\n"), "end:"].entries()) {
    const [, heading] = /^(\w+):$/.exec(line) ?? [];
    const [, key] = /^ {2}'?([^\s'][^']*?)'?:/.exec(line) ?? [];
    if (heading !== undefined || (section === "packages" && key !== undefined)) {
      endPackage();
      section = heading ?? section;
      name = key ?? "";
      pinned = heading !== undefined;
    }
    if (PINNED.test(line.trim())) pinned = true;
    const [, specifier] = /^ +specifier: '?(.*?)'?$/.exec(line) ?? [];
    const isRange = specifier !== undefined && !NAMED_ELSEWHERE.test(specifier) && !EXACT_VERSION.test(specifier);
    // A deprecation notice may contain any address.
    const isElsewhere = FROM_ELSEWHERE.test(line) && !line.trim().startsWith("deprecated:");
    if (isRange || isElsewhere) problems.push(`pnpm-lock.yaml:${index + 1}: ${line.trim()}`);
  }
  return problems;
}
