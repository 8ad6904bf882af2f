import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { signedInUser } from "../../../test/api-client";
import { useTestApp } from "../../../test/app";
import { openChat } from "../../../test/chat-stream";
import { itIsIdempotent, itReleasesTheKey } from "../../../test/idempotency-contract";
import { readAccount } from "../../../test/users";

const app = useTestApp();
const POST = {
  path: "/api/chat/stream",
  request: { message: "Hello there" },
  otherRequest: { message: "Hello there!" },
  costCredits: 10,
  calls: 1,
};

afterEach(() => app.sandbox.faults.clear());

describe("Idempotency-Key", () => {
  itIsIdempotent(app, POST);
  itReleasesTheKey(app, POST);

  it("200: gives the whole answer to a reader who lost the connection", async () => {
    const user = await signedInUser(app, { credits: 10 });
    const headers = { "content-type": "application/json", "idempotency-key": randomUUID() };
    app.sandbox.faults.setLatency("chat", 100);
    const leaving = new AbortController();
    const response = await openChat(user.client, POST.request, { headers, signal: leaving.signal });
    await response.body?.getReader().read();
    leaving.abort();
    const whole = await (await openChat(user.client, POST.request, { headers })).text();
    expect(whole).toContain('data: {"type":"metadata"');
    expect(whole).toMatch(/data: \{"type":"done"\}\n\n$/);
    const account = await readAccount(app, user.id);
    expect(account).toMatchObject({ credits: 0, messages: [{ role: "user" }, { role: "assistant" }] });
  });

  it("404: does not use up the key", async () => {
    const user = await signedInUser(app, { credits: 10 });
    const headers = { "idempotency-key": randomUUID() };
    const foreign = { ...POST.request, sessionId: "not a session" };
    expect(await user.client.post(POST.path, foreign, headers)).toMatchObject({ status: 404 });
    expect(await user.client.post(POST.path, POST.request, headers)).toMatchObject({ status: 200 });
  });
});
