import { expect, it } from "vitest";
import { ApiClient } from "../../../test/api-client";
import { useTestApp } from "../../../test/app";

const app = useTestApp();
const REFUSED = { status: 400, body: { error: "Bad request" } };

it.each(["no address", "a".repeat(2_000), "javascript:alert(1)x x", "http://"])(
  "refuses the return address %j",
  async (address) => {
    for (const action of ["csrf", "session", "providers"]) {
      const query = new URLSearchParams({ callbackUrl: address });
      expect(await new ApiClient(app).get(`/api/auth/${action}?${query}`)).toMatchObject(REFUSED);
      const cookie = `authjs.callback-url=${encodeURIComponent(address)}`;
      expect(await new ApiClient(app).get(`/api/auth/${action}`, { cookie })).toMatchObject(REFUSED);
    }
  },
);
