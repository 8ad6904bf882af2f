import { describe, expect, it } from "vitest";
import { createControlApp } from "./control-app";
import { Faults } from "./faults";

function open() {
  const faults = new Faults();
  const app = createControlApp({ faults, links: [{ href: "http://service.test", name: "Service <1>", text: "It" }] });
  const post = (path: string, body: BodyInit) => app.request(path, { method: "POST", body });
  return { faults, app, post };
}

describe("the fault settings over HTTP", () => {
  it("set a standing fault, queue one, change the latency, and clear all", async () => {
    const { faults, app, post } = open();
    await post("/faults", JSON.stringify({ party: "chat", fault: { kind: "status", status: 500 } }));
    await post("/faults", JSON.stringify({ party: "chat", fault: { kind: "stall" }, times: 1, latencyMs: 20 }));
    expect([faults.takeFor("chat"), faults.takeFor("chat")]).toEqual([
      { latencyMs: 20, fault: { kind: "stall" } },
      { latencyMs: 20, fault: { kind: "status", status: 500 } },
    ]);
    await app.request("/faults", { method: "DELETE" });
    expect(faults.takeFor("chat")).toEqual({ latencyMs: 0, fault: null });
  });

  it.each([
    "{",
    "{}",
    '{"party":"nobody"}',
    '{"party":"chat","fault":{"kind":"status","status":200}}',
    '{"party":"chat","fault":{"kind":"x"}}',
  ])("refuse %s", async (body) => {
    expect((await open().post("/faults", body)).status).toBe(400);
  });
});

describe("the home page", () => {
  it("shows links and standing faults, escaped", async () => {
    const { faults, app } = open();
    faults.set("storage", { kind: "status", status: 403 });
    const page = await (await app.request("/")).text();
    expect(page).toContain("Service &lt;1&gt;");
    expect(page).toContain("status 403");
  });

  it("lists the words that act on one request", async () => {
    const page = await (await open().app.request("/")).text();
    for (const word of ["[fail]", "[think]", "[filter]"]) expect(page).toContain(`<code>${word}</code>`);
  });

  it("sets and removes faults with its form", async () => {
    const { faults, post } = open();
    const form = { party: "image", kind: "status", status: "429", latencyMs: "0", times: "" };
    expect((await post("/faults/form", new URLSearchParams(form))).status).toBe(303);
    expect(faults.takeFor("image").fault).toEqual({ kind: "status", status: 429 });
    await post("/faults/form", new URLSearchParams({ ...form, kind: "none" }));
    expect(faults.takeFor("image").fault).toBeNull();
    faults.set("image", { kind: "reset" });
    await post("/faults/clear", "");
    expect(faults.takeFor("image").fault).toBeNull();
  });
});
