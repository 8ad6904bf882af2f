import { describe, expect, it } from "vitest";
import { COLLECTION_NAME_MAX_CHARACTERS, collectionNameKey, WORKS_AT_ONCE_MAX } from "./collection";
import { CreateCollectionInput, workIds } from "./collection-input";

describe("the name of a collection", () => {
  it("is trimmed before it is measured", () => {
    const longest = "x".repeat(COLLECTION_NAME_MAX_CHARACTERS);
    expect(CreateCollectionInput.parse({ name: `  ${longest} ` })).toEqual({ name: longest });
  });

  it.each([undefined, "", "  ", "x".repeat(COLLECTION_NAME_MAX_CHARACTERS + 1), "nul\0"])("refuses %j", (name) => {
    expect(CreateCollectionInput.safeParse({ name }).success).toBe(false);
  });

  it.each([
    ["Trips", "TRIPS"],
    ["Ärger", "ärGER"],
    ["ＡＢＣ", "abc"],
  ])("%s and %s are the same", (one, other) => {
    expect(collectionNameKey(one)).toBe(collectionNameKey(other));
  });
});

describe("the works of a request", () => {
  it("are counted once each", () => expect(workIds.parse(["a", "b", "a"])).toEqual(["a", "b"]));

  it.each([[[]], [Array.from({ length: WORKS_AT_ONCE_MAX + 1 }, (_, index) => String(index))], ["a"]])(
    "are bounded: %#",
    (ids) => expect(workIds.safeParse(ids).success).toBe(false),
  );
});
