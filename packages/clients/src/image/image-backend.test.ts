import { describe, expect, it } from "vitest";
import {
  badJson,
  createDeferred,
  empty,
  endlessBody,
  html,
  interceptOutbound,
  json,
  neverResponds,
  realServer,
  rejection,
  respondAt,
  stalledBody,
  unreachable,
} from "../../test/upstream";
import { UpstreamError } from "../http/upstream-error";
import { createModelArkImageBackend, type ImageRequest } from "./image-backend";

const IMAGES = "https://ai.test/api/v3/images/generations";
const server = interceptOutbound();
const endpoint = { baseUrl: "https://ai.test/api/v3", apiKey: "key-1", model: "image-1" };
const backend = createModelArkImageBackend(endpoint);
const hastyBackend = createModelArkImageBackend({ ...endpoint, timeoutMs: 50 });
const request: ImageRequest = { prompt: "a fox", imageUrl: "https://files.test/a.png", size: "2K", watermark: false };

const NO_IMAGE = "No image generated";
const UNREADABLE = "The generation backend gave an answer that cannot be read";

describe("generate", () => {
  it("asks once for one image from the reference image", async () => {
    const seen = respondAt(server, IMAGES, () =>
      json({ data: [{ url: "https://files.test/r.png", size: "2048x2048" }] }),
    );
    expect(await backend.generate(request)).toEqual({ url: "https://files.test/r.png", revisedPrompt: null });
    expect(seen).toHaveLength(1);
    expect(seen[0]?.headers.get("authorization")).toBe("Bearer key-1");
    expect(seen[0]?.body).toEqual({
      model: "image-1",
      prompt: "a fox",
      image: "https://files.test/a.png",
      size: "2K",
      response_format: "url",
      watermark: false,
    });
  });

  it("sends a reference image given as a data URL as it is", async () => {
    const seen = respondAt(server, IMAGES, () => json({ data: [{ url: "https://files.test/r.png" }] }));
    await backend.generate({ ...request, imageUrl: "data:image/png;base64,iVBORw0KGgo=" });
    expect(seen[0]?.body).toMatchObject({ image: "data:image/png;base64,iVBORw0KGgo=" });
  });

  it("takes the first entry that has an image, with its revised prompt", async () => {
    const first = { error: { code: "x", message: "refused" } };
    const second = { url: "https://files.test/2.png?sig=a%2Fb", revised_prompt: "a red fox" };
    respondAt(server, IMAGES, () => json({ data: [first, second] }));
    expect(await backend.generate(request)).toEqual({ url: second.url, revisedPrompt: "a red fox" });
  });

  it("keeps the backend's reason as the cause when no image was generated", async () => {
    respondAt(server, IMAGES, () => json({ data: [{ error: { code: "Sensitive", message: "not this" } }] }));
    expect(await rejection(backend.generate(request))).toMatchObject({ message: NO_IMAGE, cause: "not this" });
  });

  it.each([
    ["a reason without words", { code: "Sensitive", message: { en: "not this" } }],
    ["a reason that is a text", "not this"],
  ])("reports no image where the entry holds %s", async (_name, error) => {
    respondAt(server, IMAGES, () => json({ data: [{ error }] }));
    expect(await rejection(backend.generate(request))).toMatchObject({ message: NO_IMAGE });
  });

  it.each<[string, () => Response | Promise<Response>, string, number | null]>([
    ["answers without images", () => json({ data: [] }), NO_IMAGE, null],
    ["answers without data", () => json({ created: 1 }), NO_IMAGE, null],
    ["answers an address that is not http(s)", () => json({ data: [{ url: "file:///etc/passwd" }] }), NO_IMAGE, null],
    [
      "answers 400 with words",
      () => json({ error: { code: "x", message: "Sensitive content" } }, 400),
      "Sensitive content",
      400,
    ],
    ["answers 400 without words", () => json({ error: "no" }, 400), "The generation backend failed", 400],
    [
      "answers 401",
      () => json({ error: { message: "key sk-1" } }, 401),
      "The generation backend refused the request",
      401,
    ],
    ["answers 429", () => json({ error: { message: "org-77" } }, 429), "The generation backend is busy", 429],
    ["answers 500", () => json({ error: { message: "at db-3" } }, 500), "The generation backend failed", 500],
    ["answers an error page", () => html(502), "The generation backend failed", 502],
    ["answers a page with 200", () => html(200), UNREADABLE, null],
    ["answers broken JSON", badJson, UNREADABLE, null],
    ["answers nothing", empty, UNREADABLE, null],
    ["cannot be reached", unreachable, "The generation backend could not be reached", null],
  ])("fails after one request when the backend %s", async (_name, answer, message, status) => {
    const seen = respondAt(server, IMAGES, answer);
    const error = await rejection(backend.generate(request));
    expect(error).toBeInstanceOf(UpstreamError);
    expect(error).toMatchObject({ message, status });
    expect(seen).toHaveLength(1);
  });

  it.each<[string, () => Response | Promise<Response>]>([
    ["does not answer", neverResponds],
    ["stops in the middle of its answer", () => stalledBody('{"data":', "application/json")],
  ])("gives up when the backend %s", async (_name, answer) => {
    respondAt(server, IMAGES, answer);
    const error = await rejection(hastyBackend.generate(request));
    expect(error).toMatchObject({ name: "UpstreamError", message: "The generation backend did not answer in time" });
  });

  it("does not follow a redirect, which would be paid for twice", async () => {
    respondAt(server, IMAGES, () => Response.redirect("https://elsewhere.test/", 303));
    const elsewhere = respondAt(server, "https://elsewhere.test/", () =>
      json({ data: [{ url: "https://files.test/r.png" }] }),
    );
    expect(await rejection(backend.generate(request))).toMatchObject({
      message: "The generation backend failed",
      status: 303,
    });
    expect(elsewhere).toHaveLength(0);
  });

  it("fails on an answer that does not end", async () => {
    respondAt(server, IMAGES, () => endlessBody("application/json"));
    expect(await rejection(backend.generate(request))).toMatchObject({ message: "The answer is too large" });
  });

  it("lets the backend go when the time is up", async () => {
    const { promise: closed, resolve: close } = createDeferred();
    const origin = await realServer(server, (_request, response) => {
      response.on("close", close).writeHead(200, { "content-type": "application/json" }).write('{"data":');
    });
    const impatient = createModelArkImageBackend({ ...endpoint, baseUrl: origin, timeoutMs: 500 });
    expect(await rejection(impatient.generate(request))).toMatchObject({ name: "UpstreamError" });
    await closed;
  });

  it("fails when the connection is reset in the middle of the answer", async () => {
    const origin = await realServer(server, (_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write('{"data":', () => response.destroy());
    });
    const reset = createModelArkImageBackend({ ...endpoint, baseUrl: origin });
    expect(await rejection(reset.generate(request))).toMatchObject({
      message: "The connection to the generation backend was lost",
    });
  });
});
