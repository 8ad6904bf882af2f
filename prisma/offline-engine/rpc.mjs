import { createInterface } from "node:readline";
import { loadEngine } from "./wasm-engine.mjs";

/**
 * @typedef {{ id: number, method: string, params?: unknown }} Request
 * @typedef {import("@prisma/schema-engine-wasm/schema_engine_bg").EvaluateDataLossInput} EvaluateDataLossInput
 * @typedef {{ code: number, message: string, data: Record<string, unknown> }} RpcError
 */

// The native engine's code for every error; `data` has the details.
const ENGINE_ERROR_CODE = 4466;

/** Methods with another name in the WebAssembly build. */
const METHOD_NAMES = new Map([["getDatabaseVersion", "version"]]);

/**
 * Handles JSON-RPC requests, one per line, in order, until stdin closes.
 * @param {{ databaseUrl: string | undefined, schemaFiles: string[] }} options
 */
export async function serveRpc(options) {
  /** @type {ReturnType<typeof loadEngine> | undefined} */
  let loading;
  for await (const line of createInterface({ input: process.stdin })) {
    /** @type {Request} */
    const request = JSON.parse(line);
    // A line without a method is the CLI's response to our own request, `print`.
    if (request.method === undefined) continue;
    loading ??= loadEngine(options);
    send({ id: request.id, ...(await handleRequest(loading, request)) });
  }
  const loaded = await loading?.catch(() => undefined);
  await loaded?.close();
}

/**
 * @param {ReturnType<typeof loadEngine>} loading
 * @param {Request} request
 * @returns {Promise<{ result: unknown } | { error: RpcError }>}
 */
async function handleRequest(loading, request) {
  /** @type {import("./wasm-engine.mjs").LoadedEngine | undefined} */
  let loaded;
  try {
    loaded = await loading;
    if (request.method === "evaluateDataLoss") await readMigratedSchema(loaded.engine, request.params);
    const result = await callMethod(loaded.engine, request);
    // The native engine prints the difference through the CLI and returns only the exit code. This build returns the text.
    if (request.method === "diff" && typeof result === "object" && result !== null && "stdout" in result) {
      send({ id: "print", method: "print", params: { content: result.stdout } });
    }
    return { result: result ?? null };
  } catch (error) {
    return { error: describeError(loaded?.originalError(error) ?? error) };
  }
}

/**
 * In this build `evaluateDataLoss` cannot create a shadow database, but uses the schema that an earlier request of the same engine
 * has read from one. `diagnoseMigrationHistory` is such a request.
 * @param {import("./wasm-engine.mjs").LoadedEngine["engine"]} engine
 * @param {unknown} params
 */
async function readMigratedSchema(engine, params) {
  const { migrationsList, filters } = /** @type {EvaluateDataLossInput} */ (params);
  await engine.diagnoseMigrationHistory({ migrationsList, filters, optInToShadowDatabase: true });
}

/**
 * @param {object} engine
 * @param {Request} request
 * @returns {Promise<unknown>}
 */
async function callMethod(engine, { method, params }) {
  const call = Reflect.get(engine, METHOD_NAMES.get(method) ?? method);
  if (typeof call !== "function") throw new Error(`Method not found: ${method}`);
  return call.call(engine, params);
}

/**
 * @param {unknown} error
 * @returns {RpcError}
 */
function describeError(error) {
  const message = error instanceof Error ? error.message : String(error);
  /** @type {Record<string, unknown>} */
  const data = { is_panic: false, message, meta: null, backtrace: null };
  if (error instanceof Error && "code" in error) data.error_code = error.code;
  if (error instanceof Error && "meta" in error) data.meta = error.meta;
  return { code: ENGINE_ERROR_CODE, message: "An error happened. Check the data field for details.", data };
}

/** @param {Record<string, unknown>} message */
function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}
