import { afterEach, describe, expect, it } from "vitest";
import {
  ApiClient,
  type ApiResponse,
  callProcedure,
  type ProcedureResult,
  type SignedInUser,
  signedInUser,
} from "./api-client";
import { useTestApp } from "./app";
import { chat } from "./chat-stream";
import { type Input, NOBODY, TRANSPORT_CASES, type TransportCase } from "./transport-cases";

const app = useTestApp();
/** The part of a refusal that must be equal over both transports. */
interface Refusal {
  status: number;
  message: unknown;
  fields: Input;
}

function refusalOfRest({ status, body }: ApiResponse): Refusal {
  const { error, ...fields } = body;
  return { status, message: error, fields };
}

function refusalOfTrpc({ status, error }: ProcedureResult): Refusal {
  return { status, message: error?.message, fields: error?.fields ?? {} };
}

async function expectSameRefusal(
  transportCase: TransportCase,
  client: ApiClient,
  input: Input,
  status: number,
): Promise<void> {
  const rest = refusalOfRest(await transportCase.rest(client, input));
  const trpc = refusalOfTrpc(await callProcedure(client, ...transportCase.trpc, input));
  expect(rest).toMatchObject({ status, message: expect.stringMatching(/./) });
  expect(trpc).toEqual(rest);
}

/** Replaces random parts and ids by the name of their kind. */
function masked(body: unknown): unknown {
  const text = JSON.stringify(body)
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<uuid>")
    .replace(/\d{13}_[a-z0-9]{6}/g, "<file>")
    .replace(/\b(cgt-|ch_)\w+/g, "<$1>");
  return JSON.parse(text);
}

afterEach(() => app.sandbox.faults.clear());

describe.each(Object.entries(TRANSPORT_CASES))("%s", (_name, transportCase) => {
  it.each(transportCase.invalid)("refuses %j alike", async (input) => {
    const caller = await signedInUser(app, { ...(transportCase.role && { role: transportCase.role }), credits: 1_000 });
    const isMissing = Object.values(input).includes("a session that is not there");
    await expectSameRefusal(transportCase, caller.client, input, isMissing ? 404 : 400);
  });

  it("refuses the signed out, the banned and the wrong role alike, before the input is checked", async () => {
    await expectSameRefusal(transportCase, new ApiClient(app), {}, 401);
    const banned = await signedInUser(app, { role: "admin" });
    await app.db.user.update({ where: { id: banned.id }, data: { banned: true } });
    await expectSameRefusal(transportCase, banned.client, { userId: NOBODY }, 403);
    if (transportCase.role)
      await expectSameRefusal(transportCase, (await signedInUser(app)).client, { userId: NOBODY }, 403);
  });
});

describe("refusals of valid input", () => {
  const refuse = (name: keyof typeof TRANSPORT_CASES, caller: SignedInUser, status: number) => {
    const transportCase = TRANSPORT_CASES[name];
    if (!transportCase) throw new Error(`There is no ${name}`);
    return expectSameRefusal(transportCase, caller.client, transportCase.valid, status);
  };

  it.each(["image.generate", "video.generate", "chat.send"])("%s: too few credits", async (name) => {
    await refuse(name, await signedInUser(app, { credits: 9 }), 402);
  });

  it.each(["admin.users.adjustCredits", "admin.users.changeSubscription"])("%s: unknown user", async (name) => {
    await refuse(name, await signedInUser(app, { role: "admin" }), 404);
  });

  it("video.status: no such video", async () => refuse("video.status", await signedInUser(app), 404));

  it("image.generate and video.generate: a backend that fails", async () => {
    const caller = await signedInUser(app, { credits: 200 });
    for (const service of ["image", "video"] as const) app.sandbox.faults.set(service, { kind: "status", status: 500 });
    await refuse("image.generate", caller, 500);
    await refuse("video.generate", caller, 500);
  });

  it("billing.checkout: a provider that fails", async () => {
    app.sandbox.faults.set("payment", { kind: "status", status: 500 });
    await refuse("billing.checkout", await signedInUser(app), 502);
  });
});

describe("success", () => {
  async function expectSameBody(
    transportCase: TransportCase | undefined,
    inputFor: (caller: SignedInUser) => Promise<Input>,
  ): Promise<void> {
    if (!transportCase) throw new Error("There is no such case");
    const options = { ...(transportCase.role && { role: transportCase.role }), credits: 100 };
    const [first, second] = [await signedInUser(app, options), await signedInUser(app, options)];
    const rest = await transportCase.rest(first.client, await inputFor(first));
    const trpc = await callProcedure(second.client, ...transportCase.trpc, await inputFor(second));
    expect([rest.status, trpc.status]).toEqual([200, 200]);
    expect(masked(trpc.data)).toEqual(masked(rest.body));
  }

  it.each(["image.generate", "video.generate", "billing.checkout"])("%s has the same response body", async (name) => {
    await expectSameBody(TRANSPORT_CASES[name], async () => TRANSPORT_CASES[name]?.valid ?? {});
  });

  it.each(["admin.users.adjustCredits", "admin.users.changeSubscription"])(
    "%s has the same response body",
    async (name) => {
      await expectSameBody(TRANSPORT_CASES[name], async ({ id }) => ({ ...TRANSPORT_CASES[name]?.valid, userId: id }));
    },
  );

  it("video.status has the same response body", async () => {
    await expectSameBody(TRANSPORT_CASES["video.status"], async ({ client }) => {
      const { body } = await client.post("/api/video/generate", { prompt: "a boat", duration: 1, resolution: "480p" });
      return { taskId: body.taskId, historyId: body.id };
    });
  });

  it("chat.send returns the joined content of the stream", async () => {
    const [reader, caller] = [await signedInUser(app, { credits: 15 }), await signedInUser(app, { credits: 15 })];
    const { events, sessionId, reply } = await chat(reader.client, { message: "Hello" });
    const { data } = await callProcedure(caller.client, "mutation", "chat.send", { message: "Hello" });
    expect(events[0]).toEqual({ type: "metadata", sessionId, remainingCredits: 5 });
    expect(masked(data)).toEqual(masked({ sessionId, remainingCredits: 5, content: reply }));
  });
});
