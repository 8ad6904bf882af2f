// pnpm bundle:sizes: the compressed JavaScript that a first visit of each page loads, from the last build. Fails above a page's limit.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

const CLIENT = path.join(import.meta.dirname, "../../apps/web/build/client");
const ASSETS = path.join(CLIENT, "assets");
const KB = 1_000;
/** Compressed with gzip. */
const LIMITS_KB: Readonly<Record<string, number>> = {
  "routes/($locale)._index": 170,
  "routes/($locale).chat.($sessionId)": 300,
};

interface Module {
  module: string;
  imports?: string[];
}
interface Manifest {
  entry: Module;
  routes: Record<string, Module & { id: string; parentId?: string }>;
}

function readManifest(): Manifest {
  const file = readdirSync(ASSETS).find((name) => /^manifest-\w+\.js$/.test(name));
  if (!file) throw new Error("There is no build: run pnpm build first");
  const script = readFileSync(path.join(ASSETS, file), "utf8");
  return JSON.parse(script.slice(script.indexOf("{"), script.lastIndexOf("}") + 1));
}

/** Every page loads the texts of one language. */
function languageFile(): string {
  const file = readdirSync(ASSETS).find((name) => /^en-[\w-]+\.js$/.test(name));
  if (!file) throw new Error("The English texts are not in the build");
  return `/assets/${file}`;
}

/** Pages for signed-out users. All others load the frame of signed-in users. */
const SIGNED_OUT = /(?:\(\$locale\)(?:\.\$|\._index)?|pricing|sign-[\w.]+|password|deleted)$/;

/** Files of the frame of signed-in users, which pages import dynamically. */
function frameFiles(): Set<string> {
  const files = new Set<string>();
  const open = readdirSync(ASSETS).filter((name) => /^signed-in-frame-[\w-]+\.js$/.test(name));
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    files.add(`/assets/${name}`);
    const script = readFileSync(path.join(ASSETS, name), "utf8");
    const imported = [...script.matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g)].map((match) => match[1] ?? "");
    open.push(...imported.filter((file) => !files.has(`/assets/${file}`)));
  }
  return files;
}

function filesOf(manifest: Manifest, id: string): Set<string> {
  const files = new Set([languageFile(), manifest.entry.module, ...(manifest.entry.imports ?? [])]);
  if (!SIGNED_OUT.test(id) || id.includes("admin")) for (const file of frameFiles()) files.add(file);
  for (let route = manifest.routes[id]; route; route = manifest.routes[route.parentId ?? ""]) {
    for (const file of [route.module, ...(route.imports ?? [])]) files.add(file);
  }
  return files;
}

const manifest = readManifest();
const sizes = new Map<string, { gzip: number; brotli: number }>();
function sizeOf(file: string) {
  const cached = sizes.get(file);
  if (cached) return cached;
  const content = readFileSync(path.join(CLIENT, file));
  const size = { gzip: gzipSync(content).length, brotli: brotliCompressSync(content).length };
  sizes.set(file, size);
  return size;
}

let areWithinLimits = true;
for (const id of Object.keys(manifest.routes)
  .filter((name) => name.startsWith("routes/($locale)"))
  .sort()) {
  const files = [...filesOf(manifest, id)].map(sizeOf);
  const [gzip, brotli] = [sum(files.map((size) => size.gzip)), sum(files.map((size) => size.brotli))];
  const limit = LIMITS_KB[id];
  const verdict = limit === undefined ? "" : gzip <= limit * KB ? `within ${limit} kB` : `ABOVE ${limit} kB`;
  if (verdict.startsWith("ABOVE")) areWithinLimits = false;
  console.log(`${id.padEnd(48)} ${kb(gzip)} kB gzip ${kb(brotli)} kB brotli  ${verdict}`);
}
process.exit(areWithinLimits ? 0 : 1);

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function kb(bytes: number): string {
  return (bytes / KB).toFixed(1).padStart(7);
}
