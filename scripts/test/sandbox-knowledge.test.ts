import { CATALOGUE } from "@app/core/billing/catalogue";
import { CHAT_COST_CREDITS, IMAGE_COST_CREDITS, VIDEO_COST_CREDITS } from "@app/core/credits/costs";
import { answerTopic } from "@app/sandbox/generation/chat-topics";
import { expect, test } from "vitest";

const inDollars = (cents: number) => `$${cents / 100}`;
const inWords = (credits: number) => credits.toLocaleString("en-US");

test.each(["What do the plans cost?", "套餐多少钱？"])(
  "the stand-in model knows the prices on sale: %s",
  (question) => {
    const answer = answerTopic(question) ?? "";
    for (const item of CATALOGUE) {
      expect(answer).toContain(inDollars(item.priceCents));
      expect(answer).toContain(inWords(item.kind === "subscription" ? item.creditsPerCycle : item.credits));
    }
  },
);

test.each(["How do credits work?", "积分怎么用？"])("the stand-in model knows what work costs: %s", (question) => {
  for (const credits of [CHAT_COST_CREDITS, IMAGE_COST_CREDITS, VIDEO_COST_CREDITS])
    expect(answerTopic(question)).toContain(`**${credits}**`);
});
