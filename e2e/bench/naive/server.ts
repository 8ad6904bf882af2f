// The paid request as most services write it, for comparison: session, history row and charge in an interactive transaction, the
// generation backend, the task's id. Started with PORT, DATABASE_URL and AI_BASE_URL.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { createDb } from "@app/db/client/db";
import { chargeNaively, NAIVE_TRANSACTION } from "./spend";

const { PORT, DATABASE_URL = "", AI_BASE_URL = "" } = process.env;
const COST_CREDITS = 50;

const db = createDb(DATABASE_URL);

const server = createServer((request, response) => {
  generateVideo(request).then(
    (body) => respond(response, 200, JSON.stringify(body)),
    (error: unknown) => respond(response, 500, String(error)),
  );
});
// Longer than the rounds of the other measurements: a request on a connection that is being closed would fail.
server.keepAliveTimeout = 60_000;
server.listen(Number(PORT), "127.0.0.1");

/** With a Content-Length, by which the load generator finds the end. */
function respond(response: ServerResponse, status: number, body: string): void {
  response
    .writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
    .end(body);
}

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
