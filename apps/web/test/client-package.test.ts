import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { sampleImage } from "@app/sandbox/testing/sample-image";
import { verifyLedger } from "@app/services/ledger/verify-ledger";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type SignedInUser, signedInUser } from "./api-client";
import { useTestApp } from "./app";
import { readAccount } from "./users";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const CLIENT = path.join(ROOT, "packages/client");
const bin = (name: string) => path.join(ROOT, "node_modules/.bin", name);
const run = promisify(execFile);
const INSTALL_MAX_MS = 180_000;

const app = useTestApp();
const folder = mkdtempSync(path.join(tmpdir(), "genmint-client-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let owner: SignedInUser;
let env: NodeJS.ProcessEnv;

/** Packs the package as it is published, and installs it in a folder that has nothing else. */
beforeAll(async () => {
  owner = await signedInUser(app, { credits: 1_000 });
  const { body } = await owner.client.post("/api/keys", { name: "The package" });
  env = { NODE_ENV: "test", PATH: process.env["PATH"], GENMINT_URL: app.url, GENMINT_API_KEY: String(body["key"]) };
  await run(bin("tsc"), ["--project", "tsconfig.build.json"], { cwd: CLIENT });
  await run(bin("pnpm"), ["pack", "--pack-destination", folder], { cwd: CLIENT });
  const [tarball = ""] = readdirSync(folder);
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ type: "module" }));
  await run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", `./${tarball}`], { cwd: folder });
}, INSTALL_MAX_MS);

it("has no import of this repository, and its versions are exact", () => {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(path.join(folder, "node_modules/@genmint/client/package.json"), "utf8"),
  );
  expect(Object.keys(dependencies)).toEqual(["eventsource-parser", "openapi-fetch"]);
  for (const version of Object.values({ ...dependencies, ...devDependencies })) expect(version).toMatch(/^\d/);
});

it("type-checks and runs the README's example", async () => {
  const readme = readFileSync(path.join(CLIENT, "README.md"), "utf8");
  const example = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
  writeFileSync(path.join(folder, "example.ts"), example.replace("{ onStatus", "{ intervalMs: 50, onStatus"));
  const types = ["--typeRoots", path.join(ROOT, "node_modules/@types"), "--types", "node"];
  const compiler = ["--module", "NodeNext", "--target", "ES2022", "--lib", "ES2023,DOM,DOM.Iterable,DOM.AsyncIterable"];
  await run(bin("tsc"), ["example.ts", "--strict", "--skipLibCheck", ...compiler, ...types], { cwd: folder });
  const { stdout } = await run("node", ["example.js"], { cwd: folder, env });
  expect(stdout).toContain("1000 credits");
  expect(stdout).toContain("> What is a good name for a sailing boat?");
  expect(stdout.match(/^https?:\/\/\S+$/gm)).toHaveLength(2);
  const { credits, ledger } = await readAccount(app, owner.id);
  expect(credits).toBe(1_000 - 10 - 20 - 50);
  expect(ledger).toHaveLength(4);
  expect((await verifyLedger(app.db)).differences).toEqual([]);
});

it("uploads a file that was read without a type", async () => {
  writeFileSync(path.join(folder, "picture.png"), await sampleImage("untyped"));
  const script = `
    import { openAsBlob } from "node:fs";
    import { createGenmintClient } from "@genmint/client";
    const genmint = createGenmintClient({ baseUrl: process.env.GENMINT_URL, apiKey: process.env.GENMINT_API_KEY });
    console.log((await genmint.uploadImage(await openAsBlob("picture.png"))).type);`;
  writeFileSync(path.join(folder, "upload.js"), script);
  const { stdout } = await run("node", ["--no-warnings", "upload.js"], { cwd: folder, env });
  expect(stdout).toMatch(/^image\//);
});

it("throws a typed error for a refused call", async () => {
  const script = `
    import { createGenmintClient, GenmintError } from "@genmint/client";
    const genmint = createGenmintClient({ baseUrl: process.env.GENMINT_URL, apiKey: "gm_unknown" });
    const failures = [];
    const note = (error) => failures.push([error instanceof GenmintError, error.status, error.message]);
    await genmint.getMe().catch(note);
    try { for await (const _event of genmint.streamChat({ message: "Hello" })); } catch (error) { note(error); }
    const { error, response } = await genmint.api.GET("/v1/models");
    console.log(JSON.stringify([...failures, [response.status, error.error.code]]));`;
  writeFileSync(path.join(folder, "errors.js"), script);
  const { stdout } = await run("node", ["errors.js"], { cwd: folder, env });
  expect(JSON.parse(stdout)).toEqual([
    [true, 401, "Unauthorized"],
    [true, 401, "Unauthorized"],
    [401, "invalid_api_key"],
  ]);
});
