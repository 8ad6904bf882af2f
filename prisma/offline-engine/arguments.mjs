/**
 * What the prisma CLI asks of its schema engine.
 * @typedef {{ mode: "version" }} VersionRequest
 * @typedef {{ mode: "database-command", command: string, databaseUrl: string | undefined }} DatabaseRequest
 * @typedef {{ mode: "rpc", databaseUrl: string | undefined, schemaFiles: string[] }} RpcRequest
 */

/**
 * @param {string[]} argv
 * @returns {VersionRequest | DatabaseRequest | RpcRequest}
 */
export function parseArguments(argv) {
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
