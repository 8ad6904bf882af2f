import { describe } from "vitest";
import { useTestApp } from "../../../test/app";
import { itIsIdempotent, itReleasesTheKey } from "../../../test/idempotency-contract";

const app = useTestApp();
const POST = {
  path: "/api/video/generate",
  request: { prompt: "a red boat", duration: 5 },
  otherRequest: { prompt: "a red boat", duration: 6 },
  costCredits: 50,
  calls: 1,
};

describe("Idempotency-Key", () => {
  itIsIdempotent(app, POST);
  itReleasesTheKey(app, POST);
});
