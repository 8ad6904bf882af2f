import { createServer } from "node:net";

/** Ports of this machine that nobody listens on. */
export async function findFreePorts(count: 3): Promise<[number, number, number]> {
  const ports: number[] = [];
  const servers = await Promise.all(Array.from({ length: count }, listenAnywhere));
  for (const { port, close } of servers) {
    ports.push(port);
    await close();
  }
  const [a = 0, b = 0, c = 0] = ports;
  return [a, b, c];
}

function listenAnywhere(): Promise<{ port: number; close: () => Promise<void> }> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") return reject(new Error("no port"));
      resolve({ port: address.port, close: () => new Promise((done) => server.close(() => done())) });
    });
  });
}
