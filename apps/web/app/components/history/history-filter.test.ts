import { describe, expect, it } from "vitest";
import { historyFilterOf, isNarrowed, readHistoryFields } from "./history-filter";

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
