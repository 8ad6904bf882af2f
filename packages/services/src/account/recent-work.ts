import { Prisma } from "@app/db/client";
import { generationColumns } from "../history/generation-summary";

export interface RecentChat {
  id: string;
  title: string;
  lastMessageAt: Date;
}

const COLUMNS = Prisma.join(Object.keys(generationColumns).map((column) => Prisma.raw(`"${column}"`)));

/** A user's newest images and videos, as a query of `GenerationSummary` rows. */
export const recentGenerationsOf = (userId: string) => Prisma.sql`
  SELECT ${COLUMNS} FROM generation_history
  WHERE "userId" = ${userId} AND "deletedAt" IS NULL ORDER BY "createdAt" DESC, id DESC LIMIT 6`;

/** A user's newest chats, as a query of `RecentChat` rows. */
export const recentChatsOf = (userId: string) => Prisma.sql`
  SELECT id, title, "lastMessageAt" FROM chat_session
  WHERE "userId" = ${userId} AND "deletedAt" IS NULL ORDER BY "lastMessageAt" DESC, id DESC LIMIT 5`;
