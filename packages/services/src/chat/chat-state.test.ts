import { expect, it } from "vitest";
import { actAs, createUser, useTestContext } from "../../test/test-context";
import { verifyLedger } from "../ledger/verify-ledger";
import { beginTurn, type StartedTurn } from "./begin-turn";
import { getChatSession } from "./chat-sessions";
import { endTurn } from "./end-turn";
import { failTurn } from "./failed-turns";
import { showVersion } from "./versions";

/*
 * Random changes of a chat by two processes whose clocks differ, compared with a simple model after each: what is visible and in which order,
 * what the model is sent, versions, counters and credits. A failure names its seed.
 */

const ctx = useTestContext();
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];
const STEPS = 20;
const START = Date.parse("2026-03-10T12:00:00.000Z");
const CREDITS = 10_000;
const COST = 10;
const CLOCK_DIFFERENCES_MS = [0, 1, 5_000, -5_000, 60_000, -60_000];
const PAUSES_MS = [0, 1, 2, 50, 2_000, 30_000];

interface ModelTurn {
  started: StartedTurn;
  text: string;
  answer: string | null;
  isPending: boolean;
  process: number;
  /** The first version. */
  root: string;
  hiddenBy: string | null;
}

/** A small generator (mulberry32): the same numbers for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

it.each(SEEDS)("a chat stays as its model after random changes, seed %i", async (seed) => {
  const random = randomOf(seed);
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
  const user = await actAs(ctx, await createUser(ctx, CREDITS));
  const difference = pick(CLOCK_DIFFERENCES_MS) ?? 0;
  let clock = START;
  const processes = [0, difference].map((ahead) => ({ ...user, now: () => new Date(clock + ahead) }));
  const inProcess = (index: number) => processes[index] ?? user;
  /** In the order in which they were sent. */
  const turns: ModelTurn[] = [];
  const visible = () => turns.filter(({ hiddenBy }) => hiddenBy === null);
  const texts = () => visible().flatMap(({ text, answer }) => (answer === null ? [text] : [text, answer]));
  let lastMessageAt = 0;

  function hideFrom(first: ModelTurn, hiddenBy: string): void {
    for (const turn of visible().slice(visible().indexOf(first))) turn.hiddenBy = hiddenBy;
  }

  async function send(process: number, replaced: ModelTurn | undefined): Promise<void> {
    const text = `message ${turns.length}`;
    const input = { message: text, sessionId: turns[0]?.started.sessionId, replaces: replaced?.started.messageId };
    const started = await beginTurn(inProcess(process), input);
    if (replaced) hideFrom(replaced, started.messageId);
    expect(started.turns.map(({ content }) => content)).toEqual([...texts().slice(-20), text]);
    const root = replaced?.root ?? started.messageId;
    turns.push({ started, text, answer: null, isPending: true, process, root, hiddenBy: null });
  }

  async function end(turn: ModelTurn): Promise<void> {
    const acting = inProcess(turn.process);
    const content = `answer to ${turn.text}`;
    const outcome = pick(["complete", "complete", "cut", "empty"]);
    if (outcome === "complete") await endTurn(acting, turn.started, { content, interrupted: false });
    else await failTurn(acting, turn.started, { error: new Error(outcome), text: outcome === "cut" ? content : "" });
    Object.assign(turn, { isPending: false, answer: outcome === "empty" ? null : content });
  }

  async function show(hidden: ModelTurn, process: number): Promise<void> {
    const { sessionId, messageId } = hidden.started;
    const shown = visible().find(({ root }) => root === hidden.root);
    const result = showVersion(inProcess(process), { sessionId, messageId });
    if (!shown) return expect(result).rejects.toMatchObject({ code: "not_found" });
    await result;
    const together = turns.slice(turns.indexOf(hidden)).filter(({ hiddenBy }) => hiddenBy === hidden.hiddenBy);
    hideFrom(shown, `change ${clock}, ${messageId}`);
    for (const turn of together) turn.hiddenBy = null;
  }

  async function change(): Promise<unknown> {
    const process = random() < 0.5 ? 0 : 1;
    const kind = random();
    const open = pick(turns.filter(({ isPending }) => isPending));
    const hidden = pick(turns.filter(({ hiddenBy }) => hiddenBy !== null));
    if (kind < 0.4 && open) return end(open);
    if (kind < 0.55 && hidden) return show(hidden, process);
    return send(process, kind < 0.7 ? pick(visible()) : undefined);
  }

  async function check(): Promise<void> {
    const chat = await getChatSession(user, { sessionId: turns[0]?.started.sessionId ?? "" });
    expect(chat.messages.map(({ content }) => content)).toEqual(texts());
    const versionsOf = ({ root }: ModelTurn) => turns.filter((turn) => turn.root === root);
    expect(chat.messages.flatMap(({ role, versions }) => (role === "user" ? [versions?.ids.length ?? 1] : []))).toEqual(
      visible().map((turn) => versionsOf(turn).length),
    );
    const answers = turns.filter(({ answer }) => answer !== null).length;
    const { totalMessages, totalCreditsUsed } = chat;
    expect([totalMessages, totalCreditsUsed]).toEqual([turns.length + answers, turns.length * COST]);
    expect(chat.lastMessageAt.getTime()).toBeGreaterThanOrEqual(lastMessageAt);
    lastMessageAt = chat.lastMessageAt.getTime();
  }

  for (let step = 0; step < STEPS; step += 1) {
    clock += pick(PAUSES_MS) ?? 0;
    await change();
    await check();
  }
  const { credits } = await ctx.db.user.findUniqueOrThrow({ where: { id: user.actor.id } });
  expect(credits).toBe(CREDITS - turns.length * COST);
  expect((await verifyLedger(ctx.db)).differences).toEqual([]);
});
