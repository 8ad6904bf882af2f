import type { Prisma } from "@app/db/client";

/** What lists show of a generation. */
export const generationColumns = {
  id: true,
  type: true,
  prompt: true,
  imageUrl: true,
  taskId: true,
  resultUrl: true,
  status: true,
  creditsUsed: true,
  error: true,
  metadata: true,
  createdAt: true,
  updatedAt: true,
} as const satisfies Prisma.GenerationHistorySelect;

export type GenerationSummary = Prisma.GenerationHistoryGetPayload<{ select: typeof generationColumns }>;
