import type { Db } from "@app/db/client";
import { v7 as uuid } from "uuid";
import type { UserContext } from "../context";
import { createGatherer } from "../credits/gather";
import { type TurnEnd, writeTurnEnds } from "./write-turn-ends";

const BOUNDS = { callsMax: 2, itemsPerCallMax: 64, waitingMax: 10_000 };

/** A process has one database, tests have many. */
const gatherers = new WeakMap<Db, (end: TurnEnd) => Promise<void>>();

/**
 * Stores an answer, whole or cut short, and counts it in its session: one statement, which answers that end at the same moment share. The
 * answer to a message that was replaced meanwhile is hidden like its question.
 */
export async function endTurn(
  ctx: UserContext,
  turn: { sessionId: string; messageId: string },
  answer: { content: string; interrupted: boolean },
): Promise<void> {
  await gathererOf(ctx.db)({
    id: uuid(),
    userId: ctx.actor.id,
    sessionId: turn.sessionId,
    questionId: turn.messageId,
    content: answer.content.replaceAll("\0", "\uFFFD"),
    interrupted: answer.interrupted,
    at: ctx.now(),
  });
}

function gathererOf(db: Db): (end: TurnEnd) => Promise<void> {
  const known = gatherers.get(db);
  if (known !== undefined) return known;
  const gather = createGatherer((ends: readonly TurnEnd[]) => writeTurnEnds(db, ends), BOUNDS);
  gatherers.set(db, gather);
  return gather;
}
