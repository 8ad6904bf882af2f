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
