import { expect, it } from "vitest";
import { signedInUser } from "../../../test/api-client";
import { useWholeApp } from "../../../test/whole-app";

const app = useWholeApp();
const REPLIES = 40;
/** Without it the client counts as a bot. A page for bots waits for its lazily loaded parts, and is a 500 if they take over six seconds. */
const BROWSER = { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };

it("renders the newest replies of a long chat as Markdown, and leaves the others to the browser: all would hold the server up", async () => {
  const user = await signedInUser(app);
  const chat = await app.db.chatSession.create({
    data: { userId: user.id, title: "Boats", model: "m", lastMessageAt: new Date() },
  });
  const reply = "**Row** the boat.\n\n".repeat(200);
  const startedAt = Date.now() - REPLIES * 1_000;
  await app.db.chatMessage.createMany({
    data: Array.from({ length: REPLIES }, (_, number) => ({
      sessionId: chat.id,
      role: "assistant",
      content: `reply ${number}\n\n${reply}`,
      creditsUsed: 0,
      createdAt: new Date(startedAt + number * 1_000),
    })),
  });
  const response = await user.client.fetch(`/chat/${chat.id}`, { headers: BROWSER });
  const html = await response.text();
  expect(response.status).toBe(200);
  const rendered = [...html.matchAll(/<p>reply (\d+)<\/p>/g)].map(([, number]) => Number(number));
  expect(rendered).toContain(REPLIES - 1);
  expect(rendered.length).toBeLessThanOrEqual(10);
  for (let number = 0; number < REPLIES; number += 1) expect(html).toContain(`reply ${number}`);
});
