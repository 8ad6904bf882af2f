import { once } from "node:events";
import { connect } from "node:net";
import { expect, it } from "vitest";
import type { Deps } from "../composition-root.server";
import { readEnv } from "../env/env.server";
import { startServer } from "./start-server.server";

const REQUIRED = {
  DATABASE_URL: "postgresql://user:password@localhost:5432/genmint",
  AUTH_SECRET: "sixteen characters",
};

it.each([{ BODY_TIMEOUT_SECONDS: "10" }, { HEADERS_TIMEOUT_SECONDS: "200" }])(
  "starts with a time for the whole request that is shorter than the one for its headers: %j",
  async (timeouts) => {
    const env = { ...readEnv({ ...REQUIRED, HOST: "127.0.0.1", ...timeouts }), PORT: 0 };
    const server = await startServer(() => new Response("served"), { env } as Deps);
    const response = await fetch(`http://127.0.0.1:${server.port}`);
    expect(await response.text()).toBe("served");
    await server.stop();
  },
);

it("takes the rest of a body after a response that did not wait for it, also when the connection is to be closed", async () => {
  const env = { ...readEnv({ ...REQUIRED, HOST: "127.0.0.1" }), PORT: 0 };
  const server = await startServer(() => new Response("refused", { status: 401 }), { env } as Deps);
  const socket = connect(server.port, "127.0.0.1");
  const ended: string[] = [];
  socket.once("end", () => ended.push("by the service"));
  socket.once("error", (error) => ended.push(String(error)));
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write("POST / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: 200000\r\n\r\n");
  const [response] = await once(socket, "data");
  expect(String(response)).toContain("401");
  const sent = new Promise((resolve) => socket.write("x".repeat(199_999), resolve));
  await sent;
  // A response to another request shows that the service has had time to close this connection.
  await (await fetch(`http://127.0.0.1:${server.port}`)).text();
  expect(ended).toEqual([]);
  socket.write("x");
  await closed;
  expect(ended).toEqual(["by the service"]);
  await server.stop();
});
