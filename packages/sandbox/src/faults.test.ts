import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { type Fault, type FaultEnv, Faults, faultGate } from "./faults";

describe("Faults", () => {
  it("uses queued faults before the standing one, each once", () => {
    const faults = new Faults();
    faults.set("chat", { kind: "hang" });
    faults.queue("chat", { kind: "reset" }, 2);
    const kinds = [1, 2, 3, 4].map(() => faults.takeFor("chat").fault?.kind);
    expect(kinds).toEqual(["reset", "reset", "hang", "hang"]);
    expect(faults.takeFor("image").fault).toBeNull();
  });

  it("null removes everything but the latency", () => {
    const faults = new Faults();
    faults.setLatency("chat", 5);
    faults.queue("chat", { kind: "reset" });
    faults.set("chat", null);
    expect(faults.takeFor("chat")).toEqual({ latencyMs: 5, fault: null });
  });
});

describe("faultGate", () => {
  function request(fault: Fault, init: RequestInit = {}): Promise<Response> {
    const faults = new Faults();
    faults.queue("image", fault);
    const app = new Hono<FaultEnv>();
    app.use(faultGate(faults, "image", (_c, status) => Response.json({ simulated: status }, { status })));
    app.get("/", (c) => c.json({ seen: c.get("fault")?.kind ?? null }));
    return Promise.resolve(app.fetch(new Request("https://service.test/", init)));
  }

  it("responds with a status in the service's own format", async () => {
    const response = await request({ kind: "status", status: 429, retryAfterSeconds: 3 });
    expect([response.status, response.headers.get("retry-after"), await response.json()]).toEqual([
      429,
      "3",
      { simulated: 429 },
    ]);
  });

  it("simulates a broken connection with an error response", async () => {
    expect((await request({ kind: "reset" })).type).toBe("error");
  });

  it("hangs until the caller gives up", async () => {
    const caller = new AbortController();
    const response = request({ kind: "hang" }, { signal: caller.signal });
    const early = await Promise.race([response, new Promise((resolve) => setImmediate(resolve, "nothing yet"))]);
    expect(early).toBe("nothing yet");
    caller.abort();
    expect((await response).type).toBe("error");
  });

  it.each([
    ["html", "text/html; charset=UTF-8", /^<!doctype html>/],
    ["bad_json", "application/json", /^\{"id":"tru$/],
    ["empty", null, /^$/],
  ] as const)("responds with 200 and a body that is %s", async (kind, type, body) => {
    const response = await request({ kind });
    expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
    expect(await response.text()).toMatch(body);
  });

  it("leaves other faults to the handler", async () => {
    expect(await (await request({ kind: "stall" })).json()).toEqual({ seen: "stall" });
  });
});
