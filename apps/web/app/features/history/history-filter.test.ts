import { optionalText } from "@app/core/input/fields";
import { describe, expect, it } from "vitest";
import { historyAddress, historyFilterOf, isFiltered, isSameList, readHistoryFields } from "./history-filter";

const read = (query: string) => readHistoryFields(new URLSearchParams(query));
const NOTHING = { type: "", status: "", search: "", from: "", until: "", favorites: "", collection: "" } as const;

describe("readHistoryFields", () => {
  it("cuts a long search between characters, so that the API takes it", () => {
    const { search } = readHistoryFields(new URLSearchParams({ search: `${"a".repeat(199)}🚤 and more` }));
    expect(optionalText("search", 200).safeParse(search).error?.issues).toBeUndefined();
    expect(search).toBe(`${"a".repeat(199)}🚤`);
  });

  it("reads the filter from the URL", () => {
    expect(
      read("type=video&status=failed&search=+boat+&from=2026-03-01&until=2026-03-02&favorites=1&collection=c&id=1"),
    ).toEqual({
      favorites: "1",
      collection: "c",
      type: "video",
      status: "failed",
      search: "boat",
      from: "2026-03-01",
      until: "2026-03-02",
    });
  });

  it("ignores missing and unknown values", () => {
    expect(read("type=audio&status=done&favorites=all")).toEqual(NOTHING);
  });
});

describe("historyFilterOf", () => {
  it("includes both days", () => {
    expect(historyFilterOf({ ...NOTHING, from: "2026-03-01", until: "2026-03-01" })).toMatchObject({
      from: new Date("2026-03-01T00:00:00Z"),
      until: new Date("2026-03-02T00:00:00Z"),
    });
  });

  it("filters nothing without fields or with invalid days", () => {
    const everything = Object.fromEntries(
      ["type", "status", "search", "from", "until", "favorites", "collectionId"].map((name) => [name, undefined]),
    );
    expect(historyFilterOf({ ...NOTHING, from: "2026-02-31", until: "soon" })).toEqual(everything);
  });
});

it("a type alone does not count as a filter", () => {
  expect(isFiltered({ ...NOTHING, type: "image" })).toBe(false);
  expect(isFiltered({ ...NOTHING, search: "boat" })).toBe(true);
  expect(isFiltered({ ...NOTHING, favorites: "1" })).toBe(true);
});

const at = (query: string, changes: Record<string, string>) => historyAddress(new URLSearchParams(query), changes);

describe("historyAddress", () => {
  it("keeps the list when the opened generation or the view changes", () => {
    expect(at("type=image&cursor=1_a", { id: "b" })).toBe("?type=image&cursor=1_a&id=b");
    expect(at("type=image&id=b", { id: "" })).toBe("?type=image");
    expect(at("cursor=1_a", { view: "list" })).toBe("?cursor=1_a&view=list");
  });

  it("starts another list at its first page and keeps the view", () => {
    expect(at("type=image&cursor=1_a&id=b&view=list", { status: "failed" })).toBe(
      "?type=image&view=list&status=failed",
    );
    expect(at("items=72", { type: "video" })).toBe("?type=video");
  });

  it("keeps how much of the list is loaded when a work is opened", () => {
    expect(at("items=72", { id: "b" })).toBe("?items=72&id=b");
    expect(isSameList("?items=72&id=b", "")).toBe(true);
  });
});

it("two URLs are the same list if they differ only in the opened generation and the view", () => {
  expect(isSameList("?type=image&status=failed", "?status=failed&type=image&id=a&view=list")).toBe(true);
  expect(isSameList("?type=image", "?type=video")).toBe(false);
});
