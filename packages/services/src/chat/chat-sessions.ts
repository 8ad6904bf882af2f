import type {
  ChatInstructionsInput,
  OrganizeChatInput,
  RenameChatInput,
  TranscriptInput,
} from "@app/core/chat/chat-input";
import { TRANSCRIPT_MESSAGES } from "@app/core/chat/conversation";
import { shortTitle } from "@app/core/chat/short-title";
import { AppError } from "@app/core/errors";
import type { Prisma } from "@app/db/client/db";
import { lockSignedInUser } from "../account/sessions";
import type { UserContext } from "../context";
import { escapeLike } from "../platform/escape-like";
import { type Page, pageOf } from "../platform/pagination";
import { type MessageVersions, readVersions } from "./versions";

const SUMMARY = {
  id: true,
  title: true,
  renamedAt: true,
  pinnedAt: true,
  archivedAt: true,
  model: true,
  totalMessages: true,
  totalCreditsUsed: true,
  lastMessageAt: true,
} as const satisfies Prisma.ChatSessionSelect;

export interface ChatSessionSummary {
  id: string;
  /** The user's own title, or a short one from the first message. */
  title: string;
  model: string;
  totalMessages: number;
  totalCreditsUsed: number;
  lastMessageAt: Date;
  isPinned: boolean;
  isArchived: boolean;
}

function toSummary({
  renamedAt,
  pinnedAt,
  archivedAt,
  title,
  ...row
}: Prisma.ChatSessionGetPayload<{ select: typeof SUMMARY }>): ChatSessionSummary {
  const isPinned = pinnedAt !== null;
  return { ...row, title: shownTitle({ title, renamedAt }), isPinned, isArchived: archivedAt !== null };
}

/** `title` is the beginning of the first message until the user chooses another. */
export function shownTitle({ title, renamedAt }: { title: string; renamedAt: Date | string | null }): string {
  return renamedAt === null ? shortTitle(title) : title;
}

const SESSIONS_PER_PAGE = 50;

export interface ListChatsInput {
  cursor?: string | undefined;
  /** Matches titles and messages of all chats, archived ones too. */
  search?: string | undefined;
  /** The archived chats instead of the others. */
  archived?: boolean | undefined;
}

/** The user's chat sessions, latest message first. Pinned chats are in `listPinnedChats`, except when archived or searched for. */
export async function listChatSessions(ctx: UserContext, input: ListChatsInput): Promise<Page<ChatSessionSummary>> {
  const { cursor, search, archived = false } = input;
  const rows = await ctx.db.chatSession.findMany({
    where: {
      userId: ctx.actor.id,
      deletedAt: null,
      AND: [cursor ? after(cursor) : {}, search ? containing(search.trim()) : listed(archived)],
    },
    select: SUMMARY,
    orderBy: [{ lastMessageAt: "desc" }, { id: "desc" }],
    take: SESSIONS_PER_PAGE + 1,
  });
  const page = pageOf(rows, SESSIONS_PER_PAGE, (row) => `${row.lastMessageAt.getTime()}_${row.id}`);
  return { ...page, items: page.items.map(toSummary) };
}

const listed = (isArchived: boolean): Prisma.ChatSessionWhereInput =>
  isArchived ? { archivedAt: { not: null } } : { archivedAt: null, pinnedAt: null };

const PINNED_MAX = 50;

/** The user's pinned chats, latest message first. */
export async function listPinnedChats(ctx: UserContext): Promise<ChatSessionSummary[]> {
  const rows = await ctx.db.chatSession.findMany({
    where: { userId: ctx.actor.id, deletedAt: null, archivedAt: null, pinnedAt: { not: null } },
    select: SUMMARY,
    orderBy: [{ lastMessageAt: "desc" }, { id: "desc" }],
    take: PINNED_MAX,
  });
  return rows.map(toSummary);
}

/**
 * Pins or archives one of the user's chats, or takes that back. Archiving unpins.
 * @throws AppError `not_found`, `conflict` when too many chats are pinned
 */
export async function organizeChat(ctx: UserContext, input: OrganizeChatInput): Promise<{ id: string }> {
  const { sessionId, pinned, archived } = input;
  const now = ctx.now();
  const own = { userId: ctx.actor.id, deletedAt: null };
  await ctx.db.$transaction(async (tx) => {
    if (pinned === true) {
      // Counts and pins one chat after the other. One in the archive counts as well, because it may come back.
      await tx.$queryRaw`SELECT id FROM "user" WHERE id = ${ctx.actor.id} FOR NO KEY UPDATE`;
      const others = { ...own, id: { not: sessionId }, pinnedAt: { not: null } };
      if ((await tx.chatSession.count({ where: others })) >= PINNED_MAX)
        throw new AppError("conflict", `At most ${PINNED_MAX} chats can be pinned`);
    }
    const { count } = await tx.chatSession.updateMany({
      where: { id: sessionId, ...own },
      data: {
        updatedAt: now,
        ...(pinned === undefined ? {} : { pinnedAt: pinned ? now : null }),
        ...(archived === undefined ? {} : { archivedAt: archived ? now : null }),
        ...(archived === true ? { pinnedAt: null } : {}),
      },
    });
    if (count === 0) throw new AppError("not_found", "Not found");
  });
  return { id: sessionId };
}

/** The condition for the rows after a cursor. An invalid cursor is ignored. */
function after(cursor: string): Prisma.ChatSessionWhereInput {
  const [, milliseconds, id] = /^(\d{1,15})_(.+)$/.exec(cursor) ?? [];
  if (milliseconds === undefined || id === undefined) return {};
  const lastMessageAt = new Date(Number(milliseconds));
  return { OR: [{ lastMessageAt: { lt: lastMessageAt } }, { lastMessageAt, id: { lt: id } }] };
}

function containing(text: string): Prisma.ChatSessionWhereInput {
  const content = { contains: escapeLike(text), mode: "insensitive" } as const;
  return { OR: [{ title: content }, { messages: { some: { hiddenAt: null, content } } }] };
}

export interface ChatTranscript extends ChatSessionSummary {
  messages: TranscriptMessage[];
  /** The chat has messages from before these. */
  hasEarlier: boolean;
}

interface TranscriptMessage {
  id: string;
  role: string;
  content: string;
  creditsUsed: number;
  interrupted: boolean;
  answerPending: boolean;
  model: string | null;
  createdAt: Date;
  /** Null for a message with one version. */
  versions: MessageVersions | null;
}

/**
 * One of the user's chat sessions with its newest messages, oldest first.
 * @throws AppError `not_found`
 */
export async function getChatSession(
  ctx: UserContext,
  { sessionId, messages: shownMax = TRANSCRIPT_MESSAGES }: TranscriptInput,
): Promise<ChatTranscript> {
  const session = await ctx.db.chatSession.findFirst({
    where: { id: sessionId, userId: ctx.actor.id, deletedAt: null },
    select: {
      ...SUMMARY,
      messages: {
        select: {
          id: true,
          role: true,
          content: true,
          creditsUsed: true,
          interrupted: true,
          answerPending: true,
          model: true,
          createdAt: true,
        },
        where: { hiddenAt: null },
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        take: shownMax + 1,
      },
    },
  });
  if (!session) throw new AppError("not_found", "Not found");
  const { messages, ...summary } = session;
  const versions = await readVersions(ctx, summary.id);
  return {
    ...toSummary(summary),
    messages: messages
      .slice(0, shownMax)
      .reverse()
      .map((message) => ({ ...message, versions: versions.get(message.id) ?? null })),
    hasEarlier: messages.length > shownMax,
  };
}

/**
 * Renames one of the user's chats. Its position in the list stays.
 * @throws AppError `not_found`
 */
export async function renameChat(ctx: UserContext, input: RenameChatInput): Promise<{ id: string; title: string }> {
  const { count } = await ctx.db.chatSession.updateMany({
    where: { id: input.sessionId, userId: ctx.actor.id, deletedAt: null },
    data: { title: input.title, renamedAt: ctx.now(), updatedAt: ctx.now() },
  });
  if (count === 0) throw new AppError("not_found", "Not found");
  return { id: input.sessionId, title: input.title };
}

/**
 * Deletes one of the user's chats. The rows stay, because ledger entries refer to them.
 * @throws AppError `not_found`, also for a deleted chat
 */
export async function deleteChat(ctx: UserContext, input: { sessionId: string }): Promise<{ id: string }> {
  const now = ctx.now();
  const { count } = await ctx.db.chatSession.updateMany({
    where: { id: input.sessionId, userId: ctx.actor.id, deletedAt: null },
    data: { deletedAt: now, updatedAt: now },
  });
  if (count === 0) throw new AppError("not_found", "Not found");
  return { id: input.sessionId };
}

/** What the user wants every chat to know; null for nothing. */
export async function getChatInstructions(ctx: UserContext): Promise<{ instructions: string | null }> {
  const user = await ctx.db.user.findUnique({ where: { id: ctx.actor.id }, select: { chatInstructions: true } });
  return { instructions: user?.chatInstructions ?? null };
}

/** Applies to messages from now on, in all chats. */
export async function setChatInstructions(
  ctx: UserContext,
  input: ChatInstructionsInput,
): Promise<{ instructions: string | null }> {
  const instructions = input.instructions?.trim() ?? null;
  await ctx.db.$transaction(async (tx) => {
    await lockSignedInUser(tx, ctx);
    // A request may still run when its account is deleted.
    await tx.user.updateMany({
      where: { id: ctx.actor.id, deletedAt: null },
      data: { chatInstructions: instructions },
    });
  });
  return { instructions };
}
