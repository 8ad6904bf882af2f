import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { createGenmintClient, type GenmintClient } from "./client.ts";
import { GenmintError } from "./genmint-error.ts";

async function clientOf(listener: RequestListener): Promise<GenmintClient> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return createGenmintClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: "gm_test" });
}

const PAGE = { "content-type": "text/html" };
const JSON_TYPE = { "content-type": "application/json" };

describe("createGenmintClient", () => {
  it("fails with a GenmintError for a page in place of JSON", async () => {
    const client = await clientOf((_request, response) => response.writeHead(200, PAGE).end("<h1>Maintenance</h1>"));
    await expect(client.getMe()).rejects.toBeInstanceOf(GenmintError);
  });

  it("goes on waiting for a video after a proxy's 502", async () => {
    const video = { id: "id-1", taskId: "task-1" };
    let polls = 0;
    const client = await clientOf((_request, response) => {
      polls += 1;
      if (polls === 2) return response.writeHead(502, PAGE).end("<h1>502 Bad Gateway</h1>");
      const status = polls < 3 ? { status: "processing" } : { status: "completed", videoUrl: "https://files.test/v" };
      return response.writeHead(200, JSON_TYPE).end(JSON.stringify({ ...video, ...status }));
    });
    expect(await client.waitForVideo(video, { intervalMs: 10 })).toMatchObject({ videoUrl: "https://files.test/v" });
  });
});
