import { describe, expect, it } from "vitest";
import { historyAddress, historyFilterOf, isNarrowed, isSameList, readHistoryFields } from "./history-filter";

const read = (query: string) => readHistoryFields(new URLSearchParams(query));
const NOTHING = { type: "", status: "", search: "", from: "", until: "" } as const;

describe("readHistoryFields", () => {
  it("reads what is asked for", () => {
    expect(read("type=video&status=failed&search=+boat+&from=2026-03-01&until=2026-03-02&id=1")).toEqual({
      type: "video",
      status: "failed",
      search: "boat",
      from: "2026-03-01",
      until: "2026-03-02",
    });
  });

  it("takes an absent or unknown word for no filter", () => {
    expect(read("type=audio&status=done")).toEqual(NOTHING);
  });
});

describe("historyFilterOf", () => {
  it("counts both days in", () => {
    expect(historyFilterOf({ ...NOTHING, from: "2026-03-01", until: "2026-03-01" })).toMatchObject({
      from: new Date("2026-03-01T00:00:00Z"),
      until: new Date("2026-03-02T00:00:00Z"),
    });
  });

  it("asks for everything where nothing is said or a day is none", () => {
    const everything = { type: undefined, status: undefined, search: undefined, from: undefined, until: undefined };
    expect(historyFilterOf({ ...NOTHING, from: "2026-02-31", until: "soon" })).toEqual(everything);
  });
});

it("a kind alone does not narrow the list down", () => {
  expect(isNarrowed({ ...NOTHING, type: "image" })).toBe(false);
  expect(isNarrowed({ ...NOTHING, search: "boat" })).toBe(true);
});

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
