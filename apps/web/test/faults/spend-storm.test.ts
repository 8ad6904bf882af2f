import { verifyLedger } from "@app/services/ledger/verify-ledger";
import { expect, it } from "vitest";
import { signedInUser } from "../api-client";
import { openChat } from "../chat-stream";
import { faultScale } from "../fault-scale";
import { useTestApp } from "../start-test-app";

const app = useTestApp({ env: { RATE_LIMITS: "off" } });

const STORMS = faultScale({ short: 2, long: 50 });
const TEST_MAX_MS = faultScale({ short: 60_000, long: 1_800_000 });
const CREDITS = 1_000;
const CHATS_AT_ONCE = 500;
const AFFORDED = 100;

it(
  "answers exactly as many chats at once as the credits pay for, and takes exactly those",
  async () => {
    const startedAt = performance.now();
    for (let storm = 0; storm < STORMS; storm += 1) {
      const user = await signedInUser(app, { credits: CREDITS });
      const answers = await Promise.all(
        Array.from({ length: CHATS_AT_ONCE }, async (_, number) => {
          const response = await openChat(user.client, { message: `message ${number}` });
          return { status: response.status, text: await response.text() };
        }),
      );
      const count = (status: number, ending: string) =>
        answers.filter((answer) => answer.status === status && answer.text.includes(ending)).length;
      expect([count(200, '"type":"done"'), count(402, '"Insufficient credits"')]).toEqual([
        AFFORDED,
        CHATS_AT_ONCE - AFFORDED,
      ]);
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
