import { describe, expect, it } from "vitest";
import { sendRawMail } from "./smtp-conversation";
import { createTestSandbox, RECORDED_BODY_MAX_CHARACTERS, TEST_ORIGINS } from "./test-sandbox";

describe("createTestSandbox", () => {
  it("does not handle requests to other hosts", async () => {
    const sandbox = createTestSandbox();
    expect(await sandbox.handle(new Request("https://elsewhere.test/"))).toBeUndefined();
    expect(sandbox.requests).toEqual([]);
  });

  it("records every request with its body, up to a limit, and handles it", async () => {
    const sandbox = createTestSandbox();
    const body = JSON.stringify({
      product_id: "pack_200",
      metadata: { note: "x".repeat(RECORDED_BODY_MAX_CHARACTERS) },
    });
    const headers = { "x-api-key": sandbox.env["PROVIDER_API_KEY"] ?? "" };
    const response = await sandbox.handle(
      new Request(`${TEST_ORIGINS.payment}/v1/checkouts`, { method: "POST", headers, body }),
    );
    expect(response?.status).toBe(200);
    expect(sandbox.requests).toEqual([
      expect.objectContaining({
        method: "POST",
        path: "/v1/checkouts",
        body: body.slice(0, RECORDED_BODY_MAX_CHARACTERS),
      }),
    ]);
  });

  it("has an environment with its invented origins", () => {
    expect(createTestSandbox().env).toMatchObject({
      PROVIDER_API_BASE: "https://payment.sandbox.test",
      AI_BASE_URL: "https://ai.sandbox.test/api/v3",
      STORAGE_ENDPOINT: "https://storage.sandbox.test",
      STORAGE_PUBLIC_URL: "https://storage.sandbox.test/genmint",
    });
  });

  it("starts a mail server on request only", async () => {
    const sandbox = createTestSandbox();
    expect(sandbox.env["SMTP_URL"]).toBeUndefined();
    await sendRawMail(await sandbox.startMail(), {
      from: "a@example.com",
      to: ["b@example.com"],
      content: "Subject: s\n\nt",
    });
    expect([sandbox.env["SMTP_URL"], sandbox.mailbox.list().length]).toEqual([
      expect.stringMatching(/^smtp:\/\/127\.0\.0\.1:\d+$/),
      1,
    ]);
    await sandbox.stop();
  });
});
