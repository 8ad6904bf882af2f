import { describe } from "vitest";
import { useTestApp } from "../../../test/app";
import { itIsIdempotent } from "../../../test/idempotency-contract";

const app = useTestApp();
const RETURNS = { successUrl: "https://a.example/ok", cancelUrl: "https://a.example/no" };

describe("Idempotency-Key", () =>
  itIsIdempotent(app, {
    path: "/api/payments/provider/checkout",
    request: { key: "pro_yearly", ...RETURNS },
    otherRequest: { key: "pack_200", ...RETURNS },
    costCredits: 0,
    calls: 1,
  }));
