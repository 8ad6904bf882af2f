// pnpm serve: the production server, configured by the environment alone. Without DATABASE_URL it brings the embedded database. The build
// is run by Node alone: under a loader of TypeScript it takes three times as long to start, and twice the memory. One thread helps V8 beside
// the one that answers: with its usual four, a garbage collection takes from that one what two cores have.

if (!process.env["DATABASE_URL"]?.trim()) {
  const { register } = await import("tsx/esm/api");
  const unregister = register();
  const { startOwnDatabase } = await import("./start-own-database.ts");
  await startOwnDatabase();
  await unregister();
}
await import(new URL("../apps/web/build/server/index.js", import.meta.url).href);
