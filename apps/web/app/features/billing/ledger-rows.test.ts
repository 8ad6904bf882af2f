import { expect, it } from "vitest";
import { capitalizeReason } from "./ledger-rows";

it("makes an administrator's reason readable", () => {
  expect(capitalizeReason("loyalty_gift")).toBe("Loyalty gift");
  expect(capitalizeReason("sorry for the wait")).toBe("Sorry for the wait");
});
