// pnpm bundle:sizes: what a first visit of each page loads, from the last build: kB compressed with gzip, and requests. Fails above a limit.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";

const CLIENT = path.join(import.meta.dirname, "../../apps/web/build/client");
const ASSETS = path.join(CLIENT, "assets");
const KB = 1_000;
const SCRIPT_LIMIT_KB = 250;
/** Of scripts and styles together. */
const REQUEST_LIMIT = 25;
const OTHER_LIMITS_KB: Readonly<Record<string, number>> = {
  "routes/($locale)._index": 170,
};

interface Module {
  module: string;
  imports?: string[];
  css?: string[];
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

const ADMIN = /\.admin(?:\.|$)/;

/** The texts of a page's language. Administrators' pages also load a second, smaller file with texts of their own. */
function textFiles(id: string): string[] {
  const files = readdirSync(ASSETS)
    .filter((name) => /^en-[\w-]+\.js$/.test(name))
    .map((name) => `/assets/${name}`)
    .sort((one, other) => sizeOf(other) - sizeOf(one));
  if (files.length !== 2) throw new Error(`The build has ${files.length} files of English texts instead of 2`);
  return ADMIN.test(id) ? files : files.slice(0, 1);
}

/** Pages for signed-out users. All others load the frame of signed-in users. */
const SIGNED_OUT =
  /(?:\(\$locale\)(?:\.\$|\._index)?|pricing|developers|terms|privacy|contact|sign-[\w.]+|password|deleted|s\.\$token)$/;
/** Routes that respond with a file, not a page. */
const FILES = /\[\.\]|\.file$/;

/** Files that pages import when they run, with all that these import. */
function filesImportedLater(name: string): Set<string> {
  const pattern = new RegExp(`^${name}-[\\w-]+\\.js$`);
  const open = readdirSync(ASSETS).filter((file) => pattern.test(file));
  if (open.length === 0) throw new Error(`There is no file ${name} in the build`);
  const files = new Set<string>();
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    files.add(`/assets/${file}`);
    const script = readFileSync(path.join(ASSETS, file), "utf8");
    const imported = [...script.matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g)].map((match) => match[1] ?? "");
    open.push(...imported.filter((one) => !files.has(`/assets/${one}`)));
  }
  return files;
}

function scriptsOf(manifest: Manifest, id: string): Set<string> {
  const files = new Set([...textFiles(id), manifest.entry.module, ...(manifest.entry.imports ?? [])]);
  if (!SIGNED_OUT.test(id)) for (const file of filesImportedLater("frame")) files.add(file);
  if (id.includes(".chat.")) for (const file of filesImportedLater("markdown")) files.add(file);
  for (const route of routesOf(manifest, id))
    for (const file of [route.module, ...(route.imports ?? [])]) files.add(file);
  return files;
}

function stylesOf(manifest: Manifest, id: string): Set<string> {
  return new Set(routesOf(manifest, id).flatMap(({ css }) => css ?? []));
}

/** A route and those around it. */
function routesOf(manifest: Manifest, id: string): Module[] {
  const routes: Module[] = [];
  for (let route = manifest.routes[id]; route; route = manifest.routes[route.parentId ?? ""]) routes.push(route);
  return routes;
}

const sizes = new Map<string, number>();
function sizeOf(file: string): number {
  const size = sizes.get(file) ?? gzipSync(readFileSync(path.join(CLIENT, file))).length;
  sizes.set(file, size);
  return size;
}

function totalKb(files: ReadonlySet<string>): number {
  return [...files].reduce((total, file) => total + sizeOf(file), 0) / KB;
}

const manifest = readManifest();
const pages = Object.keys(manifest.routes)
  .filter((id) => id.startsWith("routes/($locale)") && !FILES.test(id))
  .sort();
let areWithinLimits = true;
console.log(`${"page".padEnd(46)} scripts kB  files  styles kB  files`);
for (const id of pages) {
  const [scripts, styles] = [scriptsOf(manifest, id), stylesOf(manifest, id)];
  const limitKb = OTHER_LIMITS_KB[id] ?? SCRIPT_LIMIT_KB;
  const isWithin = totalKb(scripts) <= limitKb && scripts.size + styles.size <= REQUEST_LIMIT;
  if (!isWithin) areWithinLimits = false;
  const figures = [kb(scripts), String(scripts.size).padStart(6), kb(styles), String(styles.size).padStart(6)];
  console.log(
    `${id.padEnd(46)} ${figures.join(" ")}  ${isWithin ? "" : `ABOVE ${limitKb} kB or ${REQUEST_LIMIT} files`}`,
  );
}
process.exit(areWithinLimits ? 0 : 1);

function kb(files: ReadonlySet<string>): string {
  return totalKb(files).toFixed(1).padStart(10);
}
