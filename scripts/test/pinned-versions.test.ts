import { describe, expect, it } from "vitest";
import { findLockfileProblems, findVersionProblems } from "./pinned-versions";

const DIGEST = `sha512-${"a".repeat(86)}==`;
const lockfile = (resolution: string, more = "") => `lockfileVersion: '9.0'

catalogs:
  default:
    zod:
      specifier: 4.6.7
      version: 4.6.7

importers:

  packages/core:
    dependencies:
      '@app/clients':
        specifier: workspace:*
        version: link:../clients
      zod:
        specifier: 'catalog:'
        version: 4.6.7
${more}
packages:

  '@scope/first@1.0.0':
    resolution: {integrity: ${DIGEST}}
    deprecated: see https://a.example

  zod@4.6.7:
    resolution: ${resolution}

  vfile@6.0.3:
    resolution: {integrity: ${DIGEST}}

snapshots:

  zod@4.6.7:
    dependencies:
      vfile: 6.0.3
`;

describe("findVersionProblems", () => {
  it.each(["1.2.3", "1.2.3-beta.4", "npm:zod@1.2.3", "npm:@a/zod@1.2.3", "catalog:", "workspace:*"])(
    "takes %s",
    (version) => {
      expect(findVersionProblems("a", JSON.stringify({ dependencies: { zod: version } }))).toEqual([]);
    },
  );

  it.each([
    "^1.2.3",
    "~1.2.3",
    "1.x",
    "*",
    "latest",
    "npm:zod@^1.2.3",
    ">=1",
    "",
    "https://a.example/zod.tgz",
    "github:a/b",
    "file:../a",
  ])("refuses %s, of whatever kind the dependency is", (version) => {
    for (const kind of ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"])
      expect(findVersionProblems("a", JSON.stringify({ [kind]: { zod: version } }))).toEqual([`a: zod is ${version}`]);
  });
});

describe("findLockfileProblems", () => {
  it("takes digests, and links within the repository", () => {
    expect(findLockfileProblems(lockfile(`{integrity: ${DIGEST}}`))).toEqual([]);
  });

  it.each([
    "{tarball: https://a.example/zod.tgz}",
    `{integrity: sha1-${"a".repeat(27)}=}`,
    "{}",
    "{commit: abc, type: git}",
  ])("refuses the resolution %s", (resolution) => {
    expect(findLockfileProblems(lockfile(resolution))).toContain("pnpm-lock.yaml: zod@4.6.7 has no digest");
  });

  it("refuses a digest that comes with an address", () => {
    const resolution = `{integrity: ${DIGEST}, tarball: https://a.example/zod.tgz}`;
    expect(findLockfileProblems(lockfile(resolution)).length).toBeGreaterThan(0);
  });

  it.each(["specifier: ^4.0.0", "specifier: github:a/b", "version: link:../../../elsewhere", "version: file:a.tgz"])(
    "refuses the line %s",
    (line) => {
      expect(findLockfileProblems(lockfile(`{integrity: ${DIGEST}}`, `        ${line}\n`))).toHaveLength(1);
    },
  );
});
