import { faultScale } from "@app/sandbox/testing/fault-tests";
import { verifyLedger } from "@app/services/ledger/verify-ledger";
import { expect, it } from "vitest";
import { signedInUser } from "../api-client";
import { useTestApp } from "../app";
import { openChat } from "../chat-stream";
import { sendWhileBalanceIsLocked } from "../database-conditions";

const app = useTestApp({ env: { RATE_LIMITS: "off" } });

const STORMS = faultScale({ short: 3, long: 50 });
const TEST_MAX_MS = faultScale({ short: 60_000, long: 1_800_000 });
const CREDITS = faultScale({ short: 300, long: 1_000 });
const CHATS_AT_ONCE = faultScale({ short: 120, long: 500 });
const CHAT_COST_CREDITS = 10;
const AFFORDED = CREDITS / CHAT_COST_CREDITS;
/** More requests than the balance can pay for have read it before any of them spends. */
const WAITING_MIN = AFFORDED + 10;

/** The result of a chat: its status and, after 200, how its stream ended. */
function outcomeOf({ status, text }: { status: number; text: string }): string {
  if (status !== 200) return text.includes("Insufficient credits") ? String(status) : `${status} ${text}`;
  return text.includes('"type":"done"') ? "200 done" : `200 ${text.slice(-100)}`;
}

it(
  "serves exactly as many concurrent chats as the credits pay for, and charges exactly those",
  async () => {
    const startedAt = performance.now();
    for (let storm = 0; storm < STORMS; storm += 1) {
      const user = await signedInUser(app, { credits: CREDITS });
      const responses = await sendWhileBalanceIsLocked(app, user.id, WAITING_MIN, () =>
        Promise.all(
          Array.from({ length: CHATS_AT_ONCE }, async (_, number) => {
            const response = await openChat(user.client, { message: `message ${number}` });
            return { status: response.status, text: await response.text() };
          }),
        ),
      );
      const outcomes = new Map<string, number>();
      for (const chatResponse of responses) {
        const outcome = outcomeOf(chatResponse);
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }
      expect(Object.fromEntries(outcomes)).toEqual({ "200 done": AFFORDED, "402": CHATS_AT_ONCE - AFFORDED });
      expect(await app.db.user.findUnique({ where: { id: user.id } })).toMatchObject({ credits: 0 });
      const stored = { session: { userId: user.id } };
      expect(await app.db.chatMessage.count({ where: { ...stored, role: "user" } })).toBe(AFFORDED);
      expect(await app.db.chatMessage.count({ where: { ...stored, role: "assistant" } })).toBe(AFFORDED);
    }
    const { differences } = await verifyLedger(app.db);
    expect(differences).toEqual([]);
    console.log(
      `fault: spend storm: ${STORMS} × ${CHATS_AT_ONCE} chats on ${CREDITS} credits: ${AFFORDED} × 200 and ` +
        `${CHATS_AT_ONCE - AFFORDED} × 402 each time, balance 0, ${differences.length} differences; ` +
        `${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
    );
  },
  TEST_MAX_MS,
);
