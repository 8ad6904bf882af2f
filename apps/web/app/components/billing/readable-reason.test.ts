import { expect, it } from "vitest";
import { readableReason } from "./readable-reason";

it("makes an administrator's reason readable", () => {
  expect(readableReason("loyalty_gift")).toBe("Loyalty gift");
  expect(readableReason("sorry for the wait")).toBe("Sorry for the wait");
});
