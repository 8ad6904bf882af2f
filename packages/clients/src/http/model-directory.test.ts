import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createModelDirectory } from "./model-directory";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A backend whose list of models is this response. */
async function directoryOver(status: number, body: string, authorization = "Bearer key") {
  server = createServer((request, response) => {
    const isRight = request.url === "/v1/models" && request.headers.authorization === authorization;
    response.writeHead(isRight ? status : 418, { "content-type": "application/json" }).end(body);
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const endpoint = { baseUrl, apiKey: "key", model: "a-model" };
  return createModelDirectory({ chat: endpoint, image: endpoint, video: { ...endpoint, model: "another" } });
}

const LIST = JSON.stringify({ object: "list", data: [{ id: "a-model", object: "model" }] });

test("available, missing and unknown", async () => {
  const directory = await directoryOver(200, LIST);
  expect(await directory.check("chat")).toBe("available");
  expect(await directory.check("video")).toBe("missing");
});

test.each([
  [404, "{}"],
  [200, "<html>"],
  [200, "{}"],
])("a backend without a list of models, %i %s, is unknown", async (status, body) => {
  expect(await (await directoryOver(status, body)).check("chat")).toBe("unknown");
});

test.each([
  [401, "The generation backend refused the API key"],
  [403, "The generation backend refused the API key"],
  [500, "The generation backend failed"],
])("%i is an error", async (status, message) => {
  await expect((await directoryOver(status, "{}")).check("chat")).rejects.toThrow(message);
});

test("so is a backend that cannot be reached", async () => {
  const endpoint = { baseUrl: "http://127.0.0.1:1/v1", apiKey: "key", model: "m" };
  const directory = createModelDirectory({ chat: endpoint, image: endpoint, video: endpoint });
  await expect(directory.check("chat")).rejects.toThrow("could not be reached");
});
