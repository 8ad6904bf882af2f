import { describe } from "vitest";
import { itAnswersOnce, itGivesTheKeyBack } from "../../../test/idempotency-contract";
import { useTestApp } from "../../../test/start-test-app";

const app = useTestApp();
const POST = {
  path: "/api/video/generate",
  request: { prompt: "a red boat", duration: 5 },
  otherRequest: { prompt: "a red boat", duration: 6 },
  costCredits: 50,
  calls: 1,
};

describe("Idempotency-Key", () => {
  itAnswersOnce(app, POST);
  itGivesTheKeyBack(app, POST);
});
