import { randomBytes } from "node:crypto";
import { isBanned } from "@app/core/account/ban";
import { AppError } from "@app/core/errors";
import { Prisma, type Tx } from "@app/db/client/db";
import { lockSignedInUser } from "../account/sessions";
import { addressLimitUses } from "../account/sign-in-limits";
import type { ServiceContext, UserContext } from "../context";
import { type GenerationFile, openResultFile } from "../history/open-generation-file";
import { consumeRateLimits } from "../platform/rate-limits";

export interface ShareLink {
  token: string;
  showPrompt: boolean;
  createdAt: Date;
}

const linkColumns = { token: true, showPrompt: true, createdAt: true } as const;

/** 144 bits, and no padding in base64url. */
const TOKEN_BYTES = 18;
const TOKEN = /^[\w-]{24}$/;

/**
 * The public link to one of the user's works, or null.
 * @throws AppError `not_found` for the work
 */
export async function getShareLink(ctx: UserContext, { id }: { id: string }): Promise<ShareLink | null> {
  const work = await ctx.db.generationHistory.findFirst({
    where: { id, userId: ctx.actor.id, deletedAt: null },
    select: { shareLink: { select: linkColumns } },
  });
  if (!work) throw new AppError("not_found", "Generation not found");
  return work.shareLink;
}

interface ShareInput {
  id: string;
  showPrompt: boolean;
  /** Changes this link alone. One that has ended meanwhile is not made anew: its owner has stopped sharing. */
  token?: string | undefined;
}

/**
 * Makes a finished work public, or changes what its link shows. There is one link to a work: repeating it returns the same.
 * @throws AppError `not_found` for the work or the link with the token, or `conflict` without a file; as `lockSignedInUser` when the session
 *   has ended meanwhile
 */
export async function saveShareLink(ctx: UserContext, input: ShareInput): Promise<ShareLink> {
  const link = await ctx.db.$transaction(async (tx) => {
    const saved = await writeLink(tx, ctx, input);
    // Locked after the work, as everywhere. The link would outlive a session that has ended meanwhile.
    await lockSignedInUser(tx, ctx);
    return saved;
  });
  if (link) return link;
  await getShareLink(ctx, { id: input.id });
  if (input.token !== undefined) throw new AppError("not_found", "Link not found");
  throw new AppError("conflict", "Only finished works can be shared");
}

async function writeLink(tx: Tx, ctx: UserContext, input: ShareInput): Promise<ShareLink | undefined> {
  const { id, showPrompt } = input;
  // The lock keeps a deletion at the same time from leaving a link behind.
  const work = Prisma.sql`
    WITH work AS (
      SELECT id, "userId" FROM generation_history
      WHERE id = ${id} AND "userId" = ${ctx.actor.id} AND "deletedAt" IS NULL AND status = 'completed' AND "resultUrl" IS NOT NULL
      FOR KEY SHARE
    )`;
  if (input.token !== undefined) {
    const [changed] = await tx.$queryRaw<ShareLink[]>`
      ${work}
      UPDATE share_link SET "showPrompt" = ${showPrompt}::boolean FROM work
      WHERE "generationId" = work.id AND token = ${input.token}
      RETURNING token, "showPrompt", "createdAt"`;
    return changed;
  }
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const [link] = await tx.$queryRaw<ShareLink[]>`
    ${work}
    INSERT INTO share_link ("generationId", "userId", token, "showPrompt", "createdAt")
    SELECT id, "userId", ${token}, ${showPrompt}::boolean, ${ctx.now()}::timestamptz FROM work
    ON CONFLICT ("generationId") DO UPDATE SET "showPrompt" = excluded."showPrompt"
    RETURNING token, "showPrompt", "createdAt"`;
  return link;
}

/** Ends the link to a work: its page and its file are gone. Repeating it changes nothing. @throws AppError `not_found` for the work */
export async function stopSharing(ctx: UserContext, { id }: { id: string }): Promise<{ id: string }> {
  const { count } = await ctx.db.shareLink.deleteMany({ where: { generationId: id, userId: ctx.actor.id } });
  if (count === 0) await getShareLink(ctx, { id });
  return { id };
}

/** A request by a visitor, who need not be signed in. */
interface Visit {
  token: string;
  /** The network address, for the rate limit. */
  clientAddress: string;
}

export interface SharedWork {
  type: "image" | "video";
  /** Null unless the owner shows it. */
  prompt: string | null;
  width: number | null;
  height: number | null;
}

/** @throws AppError `not_found`, or `rate_limited` */
export async function getSharedWork(ctx: ServiceContext, visit: Visit): Promise<SharedWork> {
  const { prompt, showPrompt, type, width, height } = await findSharedWork(ctx, visit);
  return { type: type === "video" ? "video" : "image", prompt: showPrompt ? prompt : null, width, height };
}

/**
 * The file of a shared work, or a part of it. The link is checked each time.
 * @param range a Range header: some browsers play videos only in parts
 * @throws AppError `not_found`, `rate_limited` or `upstream_failed`
 */
export async function openSharedFile(ctx: ServiceContext, visit: Visit, range?: string): Promise<GenerationFile> {
  const { showPrompt, prompt, ...work } = await findSharedWork(ctx, visit);
  return openResultFile(
    ctx,
    { ...work, prompt: showPrompt ? prompt : "" },
    { reader: `address:${visit.clientAddress}`, range },
  );
}

/** A deleted work and one of a banned or deleted user are as if there was no link. */
async function findSharedWork(ctx: ServiceContext, { token, clientAddress }: Visit) {
  await consumeRateLimits(ctx, addressLimitUses("shareByAddress", clientAddress));
  const link = TOKEN.test(token) ? await readLink(ctx, token) : null;
  if (!link) throw notShared();
  const { generation, user, showPrompt } = link;
  const { resultUrl, deletedAt, ...work } = generation;
  if (resultUrl === null || deletedAt || user.deletedAt || isBanned(user, ctx.now())) throw notShared();
  return { ...work, resultUrl, showPrompt };
}

const notShared = () => new AppError("not_found", "Not found");

const readLink = (ctx: ServiceContext, token: string) =>
  ctx.db.shareLink.findUnique({
    where: { token },
    select: {
      showPrompt: true,
      user: { select: { banned: true, banExpires: true, deletedAt: true } },
      generation: {
        select: {
          type: true,
          prompt: true,
          resultUrl: true,
          createdAt: true,
          width: true,
          height: true,
          deletedAt: true,
        },
      },
    },
  });
