// The paid request as most services write it, for comparison: session, history row and charge in an interactive transaction, the
// generation backend, the task's id. Started with PORT, DATABASE_URL and AI_BASE_URL.
import { createServer, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { createDb } from "@app/db/client/db";
import { chargeNaively, NAIVE_TRANSACTION } from "./spend";

const { PORT, DATABASE_URL = "", AI_BASE_URL = "" } = process.env;
const COST_CREDITS = 50;

const db = createDb(DATABASE_URL);

createServer((request, response) => {
  generateVideo(request).then(
    (body) => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
}).listen(Number(PORT), "127.0.0.1");

async function generateVideo(request: IncomingMessage): Promise<object> {
  const [, sessionToken = ""] = /authjs\.session-token=([^;]+)/.exec(request.headers.cookie ?? "") ?? [];
  const input = (await json(request)) as { prompt: string };
  const session = await db.session.findUnique({ where: { sessionToken }, include: { user: true } });
  if (!session || session.expires <= new Date() || session.user.banned) throw new Error("Unauthorized");
  const { userId } = session;
  const { id } = await db.$transaction(async (tx) => {
    const generation = await tx.generationHistory.create({
      data: {
        userId,
        type: "video",
        prompt: input.prompt,
        status: "processing",
        creditsUsed: COST_CREDITS,
        metadata: JSON.stringify(input),
      },
    });
    await chargeNaively(tx, {
      userId,
      costCredits: COST_CREDITS,
      reason: "video_generation",
      reference: generation.id,
    });
    return generation;
  }, NAIVE_TRANSACTION);
  const submitted = await fetch(`${AI_BASE_URL}/contents/generations/tasks`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(input),
  });
  const { id: taskId } = (await submitted.json()) as { id: string };
  await db.generationHistory.update({ where: { id }, data: { taskId } });
  return { id, taskId };
}
