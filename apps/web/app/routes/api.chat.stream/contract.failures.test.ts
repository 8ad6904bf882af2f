import { verifyLedger } from "@app/services/ledger/verify-ledger";
import { beforeEach, describe, expect, it } from "vitest";
import { mutate, signedInUser } from "../../../test/api-client";
import { useTestApp } from "../../../test/app";
import { chat } from "../../../test/chat-stream";
import { readAccount } from "../../../test/users";

const frame = (payload: object) => `data: ${JSON.stringify(payload)}\n\n`;
const chunk = (content: string, finishReason: string | null = null) =>
  frame({ choices: [{ index: 0, delta: { content }, finish_reason: finishReason }] });

/** The text model's next response. */
let said = "";
const log: string[] = [];
const outside = async (request: Request) =>
  new URL(request.url).pathname.endsWith("/chat/completions")
    ? new Response(said, { headers: { "content-type": "text/event-stream" } })
    : null;
const env = { REFUND_FAILED_GENERATIONS: "true", LOG_LEVEL: "warn" };
const app = useTestApp({ env, outside, logTo: { write: (line) => void log.push(line) } });

beforeEach(() => {
  log.length = 0;
});

const FAILURES: readonly (readonly [string, string, string])[] = [
  ["an empty answer", `${chunk("", "stop")}data: [DONE]\n\n`, "The model gave no answer"],
  ["a filtered answer", chunk("", "content_filter"), "The answer was stopped by the content filter"],
  [
    "an error inside the stream",
    frame({ error: { message: "node db-3 is down", type: "server_error", code: "x" } }),
    "Failed to process chat",
  ],
  [
    "a chunk of thoughts alone, then an error",
    `${frame({ choices: [{ index: 0, delta: { reasoning_content: "hm" } }] })}${frame({ error: { message: "node db-3" } })}`,
    "Failed to process chat",
  ],
];

describe("200, ended by an error event, with REFUND_FAILED_GENERATIONS", () => {
  it.each(FAILURES)("%s is not done, and its charge is returned once", async (_name, text, error) => {
    said = text;
    const user = await signedInUser(app, { credits: 25 });
    const { events, sessionId } = await chat(user.client, { message: "Hello" });
    expect(events).toEqual([
      { type: "metadata", sessionId, remainingCredits: 15 },
      { type: "error", error, creditsCharged: 0, remainingCredits: 25 },
    ]);
    const account = await readAccount(app, user.id);
    expect(account).toMatchObject({ credits: 25, chats: [{ totalMessages: 1, totalCreditsUsed: 0 }] });
    expect(account.ledger.slice(1)).toEqual([
      { delta: -10, reason: "chat_usage", paymentId: sessionId, balanceAfter: 15 },
      { delta: 10, reason: "refund", paymentId: sessionId, balanceAfter: 25 },
    ]);
    const [message] = await app.db.chatMessage.findMany({ where: { sessionId } });
    expect(await app.db.creditLedger.count({ where: { id: `refund:${message?.id}` } })).toBe(1);
    expect((await verifyLedger(app.db)).differences).toEqual([]);
  });

  it("shows none of the backend's words, which are in the log", async () => {
    said = chunk("Half of") + frame({ error: { message: "node db-3 is down" } });
    const user = await signedInUser(app, { credits: 25 });
    const { events, reply } = await chat(user.client, { message: "Hello" });
    expect(reply).toBe("Half of");
    expect(events.at(-1)).toEqual({
      type: "error",
      error: "Failed to process chat",
      creditsCharged: 10,
      remainingCredits: 15,
    });
    expect(log.join("")).toContain("node db-3 is down");
  });

  it("says the same over tRPC", async () => {
    said = chunk("", "content_filter");
    const user = await signedInUser(app, { credits: 25 });
    expect(await mutate(user.client, "chat.send", { message: "Hello" })).toMatchObject({
      status: 500,
      error: {
        message: "The answer was stopped by the content filter",
        fields: { creditsCharged: 0, remainingCredits: 25 },
      },
    });
    expect(await readAccount(app, user.id)).toMatchObject({ credits: 25 });
  });
});
