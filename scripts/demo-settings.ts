import path from "node:path";

/** Where the demo keeps its data and listens. SANDBOX_PORT and SMTP_PORT move the sandbox, DATA_DIR everything it keeps. */
export function demoSettings() {
  const port = Number(process.env["PORT"] || 3000);
  return {
    dataDir: path.resolve(process.env["DATA_DIR"] || path.join(import.meta.dirname, "../.data")),
    port,
    sandboxPort: Number(process.env["SANDBOX_PORT"] || port + 1),
    smtpPort: Number(process.env["SMTP_PORT"] || port + 2),
    environment: definedEnvironment(),
  };
}

/** An empty value counts as unset, as everywhere. */
function definedEnvironment(): Record<string, string> {
  const defined = Object.entries(process.env).filter(
    (entry): entry is [string, string] => (entry[1] ?? "").trim() !== "",
  );
  return Object.fromEntries(defined);
}
