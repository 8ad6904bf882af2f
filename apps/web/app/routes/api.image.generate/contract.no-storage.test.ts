import { TEST_ORIGINS } from "@app/sandbox/testing/test-sandbox";
import { expect, it } from "vitest";
import { signedInUser } from "../../../test/api-client";
import { NO_STORAGE, useTestApp } from "../../../test/app";
import { readAccount } from "../../../test/users";

const app = useTestApp({ env: NO_STORAGE });

it("answers with the backend's own address where no storage is configured", async () => {
  const user = await signedInUser(app, { credits: 20 });
  const response = await user.client.post("/api/image/generate", {
    prompt: "a boat",
    imageUrl: "https://a.example/b.png",
  });
  expect(response.status).toBe(200);
  expect(response.body.url).toMatch(new RegExp(`^${TEST_ORIGINS.generation}/files/[^/]+\\.jpeg$`));
  const { generations } = await readAccount(app, user.id);
  expect(generations).toMatchObject([{ status: "completed", resultUrl: response.body.url }]);
});
