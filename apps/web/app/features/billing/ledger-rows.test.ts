import { expect, it } from "vitest";
import { capitalizeReason } from "./ledger-rows";

it("capitalizes a reason typed by an administrator", () => {
  expect(capitalizeReason("loyalty_gift")).toBe("Loyalty gift");
  expect(capitalizeReason("sorry for the wait")).toBe("Sorry for the wait");
});
