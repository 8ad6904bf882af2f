import { describe, expect, it } from "vitest";
import { createDeferred, rejection } from "../../test/upstream";
import { limitBody } from "./result-fetcher";

/** A body of `blocks` blocks of ten bytes, then silence or, where `ends`, its end. */
function bodyOf(
  blocks: number,
  ends: boolean,
): { body: ReadableStream<Uint8Array<ArrayBuffer>>; cancelled: Promise<void> } {
  const { promise: cancelled, resolve: cancel } = createDeferred();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (let block = 0; block < blocks; block += 1) controller.enqueue(new Uint8Array(10));
      if (ends) controller.close();
    },
    cancel,
  });
  return { body, cancelled };
}

describe("boundBody", () => {
  it("passes a body of just the bound, with its status and headers", async () => {
    const { body } = bodyOf(3, true);
    const bounded = limitBody(new Response(body, { status: 203, headers: { "x-kept": "yes" } }), 30);
    expect(bounded.status).toBe(203);
    expect(bounded.headers.get("x-kept")).toBe("yes");
    expect((await bounded.arrayBuffer()).byteLength).toBe(30);
  });

  it("errors and lets the source go one byte beyond the bound", async () => {
    const { body, cancelled } = bodyOf(3, false);
    const error = await rejection(limitBody(new Response(body), 29).arrayBuffer());
    expect(error).toMatchObject({ name: "UpstreamError", message: "The answer is too large", status: 200 });
    await cancelled;
  });

  it("errors and lets the source go when the signal fires", async () => {
    const { body, cancelled } = bodyOf(1, false);
    const controller = new AbortController();
    const reading = rejection(limitBody(new Response(body), 100, controller.signal).arrayBuffer());
    controller.abort(new Error("enough"));
    expect(await reading).toMatchObject({ message: "enough" });
    await cancelled;
  });

  it("lets the source go when its reader does", async () => {
    const { body, cancelled } = bodyOf(1, false);
    await limitBody(new Response(body), 100).body?.cancel();
    await cancelled;
  });

  it("passes an answer without a body", async () => {
    expect(await limitBody(new Response(null, { status: 204 }), 10).text()).toBe("");
  });
});
