import { once } from "node:events";
import { createServer } from "node:net";

/** The demo's administrator has a public password, so it listens on this machine only. */
export const DEMO_HOST = "127.0.0.1";

/** Ends the process with what to do if a port is taken. */
export async function requireFreePorts(settings: { port: number; sandboxPort: number; smtpPort: number }) {
  const ports = { PORT: settings.port, SANDBOX_PORT: settings.sandboxPort, SMTP_PORT: settings.smtpPort };
  for (const [name, port] of Object.entries(ports)) {
    const problem = await portProblem(port);
    if (problem === null) continue;
    console.error(
      `Cannot listen on port ${port}: ${problem}. Set ${name} to a free port, as in ${name}=${EXAMPLE_PORT}.`,
    );
    process.exit(1);
  }
}

const EXAMPLE_PORT = 4000;

/** Browsers open http://localhost here first, so that a program which listens on it alone would be shown instead. */
const IPV6_LOCALHOST = "::1";

/** Null if the port is free. */
export async function portProblem(port: number): Promise<string | null> {
  const code = (await refusalOf(port, DEMO_HOST)) ?? (await refusalOf(port, IPV6_LOCALHOST));
  // A machine without IPv6.
  if (code === null || code === "EADDRNOTAVAIL" || code === "EAFNOSUPPORT") return null;
  if (code !== "EADDRINUSE") return `the system refuses it (${code})`;
  return "another program uses it, perhaps a Genmint that is running already";
}

/** The system's code, or null if a server can listen there. */
async function refusalOf(port: number, host: string): Promise<unknown> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, "listening");
    return null;
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    return error.code;
  } finally {
    server.close();
  }
}
