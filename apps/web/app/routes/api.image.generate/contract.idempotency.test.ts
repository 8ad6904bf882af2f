import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { signedInUser } from "../../../test/api-client";
import { useTestApp } from "../../../test/app";
import { itIsIdempotent, itReleasesTheKey } from "../../../test/idempotency-contract";
import { readAccount } from "../../../test/users";

const app = useTestApp();
const POST = {
  path: "/api/image/generate",
  request: { prompt: "a red boat", imageUrl: "https://pictures.example/boat.png" },
  otherRequest: { prompt: "a red boat", imageUrl: "https://pictures.example/boat.png", size: "2K" },
  costCredits: 20,
  // The image is made, fetched and stored.
  calls: 3,
};

afterEach(() => app.sandbox.faults.clear());

describe("Idempotency-Key", () => {
  itIsIdempotent(app, POST);
  itReleasesTheKey(app, POST);

  it("500: repeats a failure that was charged, and does not try again", async () => {
    const user = await signedInUser(app, { credits: 100 });
    const headers = { "idempotency-key": randomUUID() };
    app.sandbox.faults.queue("image", { kind: "status", status: 500 });
    for (let request = 0; request < 2; request += 1) {
      const response = await user.client.post(POST.path, POST.request, headers);
      expect([response.status, response.body]).toEqual([500, { error: "Failed to generate image" }]);
    }
    const account = await readAccount(app, user.id);
    expect(account).toMatchObject({ credits: 80, generations: [{ status: "failed" }] });
  });
});
