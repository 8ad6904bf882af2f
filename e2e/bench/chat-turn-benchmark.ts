import { beginTurn } from "@app/services/chat/begin-turn";
import { endTurn } from "@app/services/chat/end-turn";
import type { Actor, ServiceContext } from "@app/services/context";
import { createDeps } from "../../apps/web/app/server/composition-root.server";
import { readEnv } from "../../apps/web/app/server/env/env.server";
import type { BenchServer } from "./bench-database";
import { atLeast, type Benchmark } from "./benchmark";
import { SEEDED_CHATS, seedChats } from "./fixtures";
import { applyLoad, interleave, runPgbench, scaledSeconds } from "./load";
import { webEnvironment } from "./web-process";

const ROUNDS = 3;
const LOAD = { clients: 32, seconds: scaledSeconds(8) };

/** The database work of a chat turn, start and end, against the same ten statements by pgbench. */
export const chatTurnBenchmark = (server: BenchServer): Benchmark => ({
  name: "chat-turn",
  run: async () => {
    const url = await server.createDatabase("chat_turn");
    await seedChats(url);
    const deps = createDeps(readEnv(webEnvironment(url, 1)));
    try {
      const found = await interleave(ROUNDS, {
        limit: () => runPgbench(url, "chat-turn-ten-statements", LOAD),
        turn: () => applyLoad(LOAD, () => takeTurn(deps.service, String(1 + Math.floor(Math.random() * SEEDED_CHATS)))),
      });
      const turns = { measured: found.turn.perSecond, limit: found.limit.perSecond, unit: "/s" };
      return [atLeast(1.6, { what: "a chat turn's database work, 32 at once, against ten statements", ...turns })];
    } finally {
      await deps.close();
    }
  },
});

/** The signed-in user but for the id, as read with the session. */
const USER: Omit<Actor, "id"> = {
  email: "user@example.com",
  name: null,
  role: "user",
  credits: 1_000_000,
  planKey: "free",
  emailVerified: true,
  locale: null,
};

async function takeTurn(service: ServiceContext, userId: string): Promise<void> {
  const ctx = { ...service, actor: { ...USER, id: userId } };
  const turn = await beginTurn(ctx, { sessionId: `s${userId}`, message: "Hello, how are you today?" });
  await endTurn(ctx, turn, { content: "I am fine, thank you.", interrupted: false });
}
