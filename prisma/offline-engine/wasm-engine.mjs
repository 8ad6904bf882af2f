import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import { createAdapterFactory } from "./adapter.mjs";

const ADAPTER_ERROR = /External error id#(\d+)/;

const packageDirectory = path.dirname(createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm"));

/** @returns {string} the engine's version, which contains the commit that the CLI expects */
export function engineVersion() {
  return JSON.parse(readFileSync(path.join(packageDirectory, "package.json"), "utf8")).version;
}

/**
 * @typedef {object} LoadedEngine
 * @property {bindings.SchemaEngine} engine
 * @property {(error: unknown) => unknown} originalError the adapter's error; the engine's own error contains only its number
 * @property {() => Promise<void>} close
 */

/**
 * @param {{ databaseUrl: string | undefined, schemaFiles: string[] }} options
 * @returns {Promise<LoadedEngine>}
 */
export async function loadEngine({ databaseUrl, schemaFiles }) {
  await instantiateModule();
  const factory = createAdapterFactory(databaseUrl);
  const boundFactory = bindMigrationAwareSqlAdapterFactory(factory);
  const originalError = (/** @type {unknown} */ error) => {
    const id = ADAPTER_ERROR.exec(String(error))?.[1];
    return id === undefined ? error : (boundFactory.errorRegistry.consumeError(Number(id))?.error ?? error);
  };
  /** @type {[string, string][]} */
  const datamodels = schemaFiles.map((file) => [file, readFileSync(file, "utf8")]);
  const options = { datamodels: datamodels.length > 0 ? datamodels : undefined };
  try {
    const engine = await bindings.SchemaEngine.new(options, writeToLog, boundFactory);
    return { engine, originalError, close: factory.close };
  } catch (error) {
    await factory.close();
    throw originalError(error);
  }
}

/** Loads the WebAssembly module. The package's main entry imports the .wasm file, which Node 20 cannot do. */
async function instantiateModule() {
  // The engine's panic hook uses this global.
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: writeToLog } });
  const bytes = readFileSync(path.join(packageDirectory, "schema_engine_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(bytes, { "./schema_engine_bg.js": { ...bindings } });
  const { __wbindgen_start: start } = instance.exports;
  bindings.__wbg_set_wasm(instance.exports);
  if (typeof start !== "function") throw new Error("The schema engine's module has no start function.");
  start();
}

/** @param {string} line */
function writeToLog(line) {
  process.stderr.write(`${line}\n`);
}
