import { expect, it } from "vitest";
import { signedInUser } from "../../../test/api-client";
import { useTestApp } from "../../../test/app";

const app = useTestApp({ env: { AI_TEXT_MODEL: undefined, AI_TEXT_MODELS: "sandbox-text:10,smart:50" } });

it("a balance of 30 is reported as 30 where the model costs 50", async () => {
  const { client } = await signedInUser(app, { credits: 30 });
  const chat = await client.post("/api/chat/stream", { message: "Hello", model: "smart" });
  expect(chat).toMatchObject({ status: 402, body: { error: "Insufficient credits", remainingCredits: 30 } });
});

it("below 10 it is 0, as specified", async () => {
  const { client } = await signedInUser(app, { credits: 9 });
  const chat = await client.post("/api/chat/stream", { message: "Hello", model: "smart" });
  expect(chat).toMatchObject({ status: 402, body: { error: "Insufficient credits", remainingCredits: 0 } });
});
