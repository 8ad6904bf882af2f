#!/usr/bin/env node
// Replaces the schema engine that the prisma CLI would download: the same command line and the same JSON-RPC on stdio, run by the
// WebAssembly build of the same engine commit. So every prisma command works with npm packages alone.
//
// Prisma documents only the environment variable that names an engine. The command line, the protocol and the package
// @prisma/schema-engine-wasm are internal to Prisma. Only this folder depends on them, their versions are pinned to the CLI's,
// and schema-engine.test.ts runs each command that we use.
import { engineVersion } from "./wasm-engine.mjs";

/**
 * @typedef {{ mode: "version" }} VersionRequest
 * @typedef {{ mode: "database-command", command: string, databaseUrl: string | undefined }} DatabaseRequest
 * @typedef {{ mode: "rpc", databaseUrl: string | undefined, schemaFiles: string[] }} RpcRequest
 */

const args = parseArguments(process.argv.slice(2));

if (args.mode === "version") {
  process.stdout.write(`schema-engine-cli ${engineVersion()}\n`);
} else if (args.mode === "database-command") {
  const { runDatabaseCommand } = await import("./database-command.mjs");
  process.exitCode = await runDatabaseCommand(args.command, args.databaseUrl);
} else {
  const { serveRpc } = await import("./rpc.mjs");
  await serveRpc(args);
}

/**
 * Parses the command line that the prisma CLI uses.
 * @param {string[]} argv
 * @returns {VersionRequest | DatabaseRequest | RpcRequest}
 */
function parseArguments(argv) {
  if (argv.includes("--version")) return { mode: "version" };
  const databaseUrl = parseDatasource(valuesOf(argv, "--datasource")[0]);
  const command = valuesOf(argv, "cli")[0];
  if (command !== undefined) return { mode: "database-command", command, databaseUrl };
  return { mode: "rpc", databaseUrl, schemaFiles: valuesOf(argv, "--datamodels") };
}

/**
 * @param {string[]} argv
 * @param {string} name
 */
function valuesOf(argv, name) {
  return argv.flatMap((value, index) => (argv[index - 1] === name ? [value] : []));
}

/**
 * @param {string | undefined} json
 * @returns {string | undefined}
 */
function parseDatasource(json) {
  return json === undefined ? undefined : JSON.parse(json).url;
}
