import { describe, expect, it } from "vitest";
import { CreateEndpointInput } from "./endpoint-input";
import { WEBHOOK_EVENTS, WEBHOOK_TEST, type WebhookType } from "./webhook-events";
import { webhookExamples, webhookPayloads } from "./webhook-payloads";

describe("webhookPayloads", () => {
  it("has every event and the test message", () =>
    expect(Object.keys(webhookPayloads)).toEqual([...WEBHOOK_EVENTS, WEBHOOK_TEST]));

  it.each(Object.keys(webhookPayloads) as WebhookType[])("has a valid example of %s", (type) =>
    expect(webhookPayloads[type].parse(webhookExamples[type])).toEqual(webhookExamples[type]),
  );
});

describe("CreateEndpointInput", () => {
  const parse = (input: unknown) => CreateEndpointInput.safeParse(input);

  it("takes an address and the chosen events, each once and in their order", () => {
    const events = ["credits.low", "generation.failed", "credits.low"];
    expect(parse({ url: " https://a.test/hook ", events }).data).toEqual({
      url: "https://a.test/hook",
      events: ["generation.failed", "credits.low"],
    });
  });

  it.each([
    [{ events: ["credits.low"] }, "url is required"],
    [{ url: "ftp://a.test", events: ["credits.low"] }, "url must be an absolute http(s) URL"],
    [{ url: "https://a.test", events: [] }, "events must be a list of"],
    [{ url: "https://a.test", events: ["user.deleted"] }, "events must be a list of"],
  ])("refuses %j", (input, message) => expect(parse(input).error?.issues[0]?.message).toContain(message));
});
