import { afterEach, describe, expect, it, vi } from "vitest";
import { endlessBody, interceptOutbound, json, rejection, respondAt } from "../../test/upstream";
import { createOpenAiClient, GENERATION_RESPONSE_MAX_BYTES } from "./generation-backend";

const server = interceptOutbound();
const endpoint = { baseUrl: "https://ai.test/v1/", apiKey: "key-1", model: "m" };

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe("createGenerationClient", () => {
  it("keeps what it could not read off the console", async () => {
    const written = vi.spyOn(console, "error").mockReturnValue();
    const secret = new Response("data: {secret\n\n", { headers: { "content-type": "text/event-stream" } });
    respondAt(server, "https://ai.test/v1/chat/completions", () => secret);
    const client = createOpenAiClient(endpoint, GENERATION_RESPONSE_MAX_BYTES);
    const chunks = await client.chat.completions.create({ model: "m", messages: [], stream: true });
    await rejection(chunks[Symbol.asyncIterator]().next());
    expect(written).not.toHaveBeenCalled();
  });

  it("takes nothing from the environment", async () => {
    for (const name of ["OPENAI_ORG_ID", "OPENAI_PROJECT_ID"]) vi.stubEnv(name, "from-env");
    vi.stubEnv("OPENAI_BASE_URL", "https://elsewhere.test");
    vi.stubEnv("OPENAI_API_KEY", "from-env");
    const seen = respondAt(server, "https://ai.test/v1/models", () => json({}));
    await createOpenAiClient(endpoint, GENERATION_RESPONSE_MAX_BYTES).get("/models");
    expect(seen).toHaveLength(1);
    expect(JSON.stringify([...(seen[0]?.headers ?? [])])).not.toContain("from-env");
  });

  it("does not read a refusal to its end when it has none", async () => {
    const refusal = new Response(endlessBody("text/html").body, { status: 500 });
    respondAt(server, "https://ai.test/v1/models", () => refusal);
    const client = createOpenAiClient(endpoint, GENERATION_RESPONSE_MAX_BYTES);
    expect(await rejection(client.get("/models"))).toMatchObject({ status: 500 });
  });
});
