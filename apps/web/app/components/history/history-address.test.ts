import { describe, expect, it } from "vitest";
import { historyAddress, isSameList } from "./history-address";

const at = (query: string, changes: Record<string, string>) => historyAddress(new URLSearchParams(query), changes);

describe("historyAddress", () => {
  it("opens, closes and lays out the list one is in", () => {
    expect(at("type=image&cursor=1_a", { id: "b" })).toBe("?type=image&cursor=1_a&id=b");
    expect(at("type=image&id=b", { id: "" })).toBe("?type=image");
    expect(at("cursor=1_a", { view: "list" })).toBe("?cursor=1_a&view=list");
  });

  it("starts another list at its beginning, laid out as before", () => {
    expect(at("type=image&cursor=1_a&id=b&view=list", { status: "failed" })).toBe(
      "?type=image&view=list&status=failed",
    );
  });
});

it("knows the same list by everything but what is opened and how it is laid out", () => {
  expect(isSameList("?type=image&status=failed", "?status=failed&type=image&id=a&view=list")).toBe(true);
  expect(isSameList("?type=image", "?type=video")).toBe(false);
});
