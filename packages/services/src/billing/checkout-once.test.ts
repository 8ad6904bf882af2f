import { AppError } from "@app/core/errors";
import { describe, expect, it } from "vitest";
import { useCountedClients } from "../../test/idempotency";
import { useTestContext } from "../../test/test-context";
import { createCheckoutOnce } from "./checkout";

const ctx = useTestContext();
const { calls, newUser } = useCountedClients(ctx);
const CHECKOUT = { key: "pack_200", successUrl: "https://a.example/ok", cancelUrl: "https://a.example/no" } as const;

describe("a checkout under an Idempotency-Key", () => {
  it("is opened once", async () => {
    const user = await newUser(0);
    const first = await createCheckoutOnce(user, { ...CHECKOUT });
    expect(await createCheckoutOnce(user, { ...CHECKOUT })).toEqual(first);
    expect(calls.count).toBe(1);
  });
});

describe("a checkout that failed under an Idempotency-Key", () => {
  it("fails again without another try at the provider", async () => {
    const user = await newUser(0);
    calls.intercept = () => Promise.reject(new AppError("upstream_failed", "Failed to create checkout"));
    await expect(createCheckoutOnce(user, { ...CHECKOUT })).rejects.toMatchObject({ code: "upstream_failed" });
    calls.intercept = async () => undefined;
    const again = createCheckoutOnce(user, { ...CHECKOUT });
    await expect(again).rejects.toMatchObject({ code: "upstream_failed", message: "Failed to create checkout" });
    expect(calls.count).toBe(1);
  });
});
