import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Servers on this machine that nobody may reach, on one port of both loopback addresses. */
export interface Canaries {
  port: number;
  /** Connections since the start, of both. */
  connections: number;
  stop(): Promise<void>;
}

const PORT_TRIES_MAX = 20;

export async function startCanaries(): Promise<Canaries> {
  for (let tries = 0; tries < PORT_TRIES_MAX; tries += 1) {
    const canaries = await tryPort();
    if (canaries) return canaries;
  }
  throw new Error("No port is free on both 127.0.0.1 and ::1");
}

async function tryPort(): Promise<Canaries | null> {
  const canaries: Canaries = { port: 0, connections: 0, stop: async () => undefined };
  const servers = [0, 1].map(() =>
    createServer((_request, response) => void response.end("secret")).on("connection", () => {
      canaries.connections += 1;
    }),
  ) as [Server, Server];
  canaries.stop = async () => {
    await Promise.all(servers.filter(({ listening }) => listening).map(closeServer));
  };
  await once(servers[0].listen(0, "127.0.0.1"), "listening");
  canaries.port = (servers[0].address() as AddressInfo).port;
  const isOnBoth = await once(servers[1].listen(canaries.port, "::1"), "listening").then(
    () => true,
    () => false,
  );
  if (isOnBoth) return canaries;
  await canaries.stop();
  return null;
}

export async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}
