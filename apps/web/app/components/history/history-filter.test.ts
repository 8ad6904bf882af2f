import { describe, expect, it } from "vitest";
import { readHistoryFilter } from "./history-filter";

const read = (query: string) => readHistoryFilter(new URLSearchParams(query));

describe("readHistoryFilter", () => {
  it("reads type and status", () => {
    expect(read("type=video&status=failed")).toEqual({ type: "video", status: "failed" });
  });

  it("takes an absent or unknown word for no filter", () => {
    expect(read("type=audio")).toEqual({ type: undefined, status: undefined });
  });
});
