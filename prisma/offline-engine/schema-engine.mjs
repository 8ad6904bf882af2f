#!/usr/bin/env node
// Stands in for the schema engine that the prisma CLI would download: the same command line and the same JSON-RPC on
// stdio, answered by the WebAssembly build of the same engine commit. Every prisma command works from npm alone.
import { parseArguments } from "./arguments.mjs";
import { engineVersion } from "./wasm-engine.mjs";

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
