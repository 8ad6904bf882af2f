import { createDb, type Db } from "@app/db/client/db";
import { beginTurn } from "@app/services/chat/begin-turn";
import { endTurn } from "@app/services/chat/end-turn";
import type { UserContext } from "@app/services/context";
import type { BenchServer } from "./bench-database";
import { atLeast, type Benchmark } from "./benchmark";
import { SEEDED_CHATS, seedChats } from "./fixtures";
import { applyLoad, interleave, runPgbench, scaledSeconds } from "./load";

const ROUNDS = 3;
const LOAD = { clients: 32, seconds: scaledSeconds(8) };

/** The database work of a chat turn, start and end, against the same ten statements by pgbench. */
export const chatTurnBenchmark = (server: BenchServer): Benchmark => ({
  name: "chat-turn",
  run: async () => {
    const url = await server.createDatabase("chat_turn");
    await seedChats(url);
    const db = createDb(url);
    try {
      const found = await interleave(ROUNDS, {
        limit: () => runPgbench(url, "chat-turn-ten-statements", LOAD),
        turn: () => applyLoad(LOAD, () => takeTurn(db, String(1 + Math.floor(Math.random() * SEEDED_CHATS)))),
      });
      const turns = { measured: found.turn.perSecond, limit: found.limit.perSecond, unit: "/s" };
      return [atLeast(1.6, { what: "a chat turn's database work, 32 at once, against ten statements", ...turns })];
    } finally {
      await db.$disconnect();
    }
  },
});

async function takeTurn(db: Db, userId: string): Promise<void> {
  const actor = { id: userId, credits: 1_000_000 };
  const ctx = { db, now: () => new Date(), clients: { chat: { model: "m" } }, actor } as unknown as UserContext;
  const turn = await beginTurn(ctx, { sessionId: `s${userId}`, message: "Hello, how are you today?" });
  await endTurn(ctx, turn, { content: "I am fine, thank you.", interrupted: false });
}
