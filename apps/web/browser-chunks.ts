import { readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin, Rollup } from "vite";

/** Packages whose entry only re-exports the modules of its folder. */
const BARRELS = ["@mantine/core", "@mantine/hooks", "@mantine/form", "@mantine/notifications", "@mantine/spotlight"];
const EXPORT = /export \{([^{}]*)\} from '([^']+)'/g;
const NAMED_IMPORT = /import\s*\{([^{}]*)\}\s*from\s*["'](@mantine\/[a-z]+)["'];?/g;
/** Left over in Mantine's files from its own build. Nothing in them has side effects. */
const UNNAMED_IMPORT = /^import '[^']+';$/gm;

/**
 * Imports each of Mantine's components from its own file, so that the graph of modules says which page needs which component. Otherwise
 * every module that imports one of them depends on all.
 */
export function directImports(): Plugin {
  const filesOf = new Map<string, Map<string, string>>();
  return {
    name: "genmint:direct-imports",
    apply: "build",
    enforce: "post",
    async buildStart() {
      for (const barrel of BARRELS) filesOf.set(barrel, await exportedFiles(barrel, this));
    },
    transform(code, id) {
      const isMantine = id.includes("/node_modules/@mantine/");
      if (!isMantine && (id.includes("/node_modules/") || !code.includes("@mantine/"))) return null;
      const named = isMantine ? code.replaceAll(UNNAMED_IMPORT, "") : code;
      return {
        code: named.replaceAll(NAMED_IMPORT, (_statement, names: string, from: string) =>
          namesOf(names)
            .map((name) => {
              const file = filesOf.get(from)?.get(name.split(/\s+as\s+/)[0] ?? "");
              return `import { ${name} } from ${JSON.stringify(file ?? from)};`;
            })
            .join(""),
        ),
        map: null,
      };
    },
  };
}

/** The file of each name that a package's entry exports. */
async function exportedFiles(packageName: string, context: Rollup.PluginContext): Promise<Map<string, string>> {
  const entry = (await context.resolve(packageName, import.meta.filename))?.id ?? "";
  const files = new Map<string, string>();
  for (const [, names = "", source = ""] of readFileSync(entry, "utf8").matchAll(EXPORT)) {
    const file = await context.resolve(source, entry);
    if (file) for (const name of namesOf(names)) files.set(name, file.id);
  }
  return files;
}

function namesOf(list: string): string[] {
  return list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

const APP = path.join(import.meta.dirname, "app");
/** What every page runs. */
const ENTRY = "entry.client.tsx";
const BASE = [ENTRY, "root.tsx", "routes/($locale)/route.tsx"];
/** What every page of a signed-in user runs. */
const FRAME = ["ui/shell/signed-in-frame.tsx"];
const ROUTE = /\/routes\/\(\$locale\)\.(.+)\/route\.tsx\?/;
const PUBLIC_ROUTE =
  /^(?:\$|_index|pricing|developers|terms|privacy|contact|sign-|forgot-password|reset-password|verify-email|s\.)/;
const ADMIN_ROUTE = /^admin/;
/** A module of this many signed-in pages is loaded with the frame. */
const FRAME_MIN_ROUTES = 8;
/** So is a module of at most this size with several importers: in a file of its own it costs more for the response's headers. */
const SMALL_MAX_CHARACTERS = 900;
/**
 * Mantine's Table and the modules that it imports are one file, which only pages with tables load. Most of these are for administrators. A
 * module that more customers' pages than the maximum need stays in the frame's file.
 */
const TABLE = "/@mantine/core/esm/components/Table/Table.mjs";
const TABLES_MAX_CUSTOMER_ROUTES = 4;
const STYLES = /\.css(?:$|\?)/;

/**
 * Puts modules that are loaded together into one file. Rollup would make a file of every set of modules that the same pages share: a
 * hundred small ones for a page, each with a round trip and headers, and together a tenth larger.
 */
export function browserChunks(): Rollup.GetManualChunk {
  let chunkOf: Map<string, string> | undefined;
  return (id, { getModuleIds, getModuleInfo }) => {
    chunkOf ??= planChunks([...getModuleIds()], {
      importsOf: (moduleId) => getModuleInfo(moduleId)?.importedIds ?? [],
      isSmallAndShared: (moduleId) => {
        const { code, importers } = getModuleInfo(moduleId) ?? {};
        return (code?.length ?? 0) <= SMALL_MAX_CHARACTERS && (importers?.length ?? 0) > 1;
      },
    });
    return chunkOf.get(id);
  };
}

type ImportsOf = (id: string) => readonly string[];

interface ModuleGraph {
  importsOf: ImportsOf;
  isSmallAndShared: (id: string) => boolean;
}

function planChunks(ids: readonly string[], { importsOf, isSmallAndShared }: ModuleGraph): Map<string, string> {
  const rootsAt = (files: readonly string[]) =>
    ids.filter((id) => files.some((file) => id.split("?")[0] === path.join(APP, file)));
  const base = reachedFrom(rootsAt(BASE), importsOf);
  const frame = reachedFrom(rootsAt(FRAME), importsOf);
  const tables = reachedFrom(
    ids.filter((id) => id.endsWith(TABLE)),
    importsOf,
  );
  const routesOf = routesByModule(ids, importsOf);

  const chunkFor = (id: string): string | undefined => {
    // All styles are one file that every page links, so that no part of a page is ever shown without its styles.
    if (STYLES.test(id)) return "styles";
    // Alone, because it waits for the frame at its top level: together with modules that the frame imports, each would wait for the other.
    if (id === path.join(APP, ENTRY)) return undefined;
    if (base.has(id)) return "base";
    const routes = routesOf.get(id) ?? [];
    const isPublic = routes.some((route) => PUBLIC_ROUTE.test(route));
    if (frame.has(id)) return isPublic ? "base" : "frame";
    // Signed-in pages do not load the forms and offers that only public pages use.
    if (isPublic && routes.length > 1) return routes.every((route) => PUBLIC_ROUTE.test(route)) ? "public" : "shared";
    if (routes.length > 1 && routes.every((route) => ADMIN_ROUTE.test(route))) return "admin";
    if (routes.length > 0 && !isPublic && isSmallAndShared(id)) return "frame";
    if (tables.has(id) && countCustomerRoutes(routes) <= TABLES_MAX_CUSTOMER_ROUTES) return "tables";
    return routes.length < FRAME_MIN_ROUTES ? undefined : "frame";
  };
  return new Map(
    ids.flatMap((id) => {
      const chunk = chunkFor(id);
      return chunk === undefined ? [] : [[id, chunk] as const];
    }),
  );
}

const countCustomerRoutes = (routes: readonly string[]) => routes.filter((route) => !ADMIN_ROUTE.test(route)).length;

/** The pages that load a module at once. */
function routesByModule(ids: readonly string[], importsOf: ImportsOf): Map<string, string[]> {
  const routesOf = new Map<string, string[]>();
  for (const root of ids) {
    const [, route] = ROUTE.exec(root) ?? [];
    if (route === undefined) continue;
    for (const id of reachedFrom([root], importsOf)) routesOf.set(id, [...(routesOf.get(id) ?? []), route]);
  }
  return routesOf;
}

function reachedFrom(roots: readonly string[], importsOf: ImportsOf): Set<string> {
  const reached = new Set(roots);
  for (const id of reached) for (const imported of importsOf(id)) reached.add(imported);
  return reached;
}
