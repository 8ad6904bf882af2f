import { once } from "node:events";
import { createServer } from "node:net";

/** The demo's administrator has a public password, so it listens on this machine only. */
export const DEMO_HOST = "127.0.0.1";

/** Ends the process with what to do if a port is taken. Called first: a first start takes minutes until it listens. */
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

/** Null if the port is free. */
export async function portProblem(port: number): Promise<string | null> {
  const server = createServer();
  try {
    server.listen(port, DEMO_HOST);
    await once(server, "listening");
    return null;
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    if (error.code !== "EADDRINUSE") return `the system refuses it (${error.code})`;
    return "another program uses it, perhaps a Genmint that is running already";
  } finally {
    server.close();
  }
}
