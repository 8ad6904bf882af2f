import { expect, test } from "vitest";
import { EventFields } from "./event-fields";
import { readPurchaseMetadata } from "./provider-event";

const METADATA = { userId: "user_1", key: "starter_yearly", kind: "subscription" };
const OTHER = { userId: "user_2", key: "pack_200", kind: "one_time" };

test.each([
  ["the object", { metadata: METADATA, subscription: { metadata: OTHER } }],
  ["its subscription", { metadata: {}, subscription: { metadata: METADATA }, checkout: { metadata: OTHER } }],
  ["its checkout", { metadata: null, subscription: "sub_1", checkout: { metadata: METADATA } }],
])("metadata is read from %s", (_place, object) => {
  expect(read(object)).toEqual(METADATA);
});

test.each(["userId", "key", "kind"])("without %s there is none", (field) => {
  for (const bad of [undefined, null, "", " ", 5, {}, ["x"]]) {
    expect(read({ metadata: { ...METADATA, [field]: bad } })).toBeNull();
  }
});

test("halves of it in two places do not make a whole", () => {
  const object = { metadata: { userId: "user_1" }, subscription: { metadata: { key: "pack_200", kind: "one_time" } } };
  expect(read(object)).toBeNull();
});

test.each(["text", 5, [METADATA], null, undefined])("%j is none", (metadata) => {
  expect(read({ metadata })).toBeNull();
});

test("metadata is never found in a prototype", () => {
  const object: unknown = JSON.parse('{"metadata":{"__proto__":{"userId":"u","key":"pack_200","kind":"one_time"}}}');
  expect(read(object)).toBeNull();
});

test("nothing beside the three is kept", () => {
  expect(read({ metadata: { ...METADATA, credits: 1_000_000 } })).toEqual(METADATA);
});

test("metadata that the database could not store is refused by name", () => {
  expect(() => read({ metadata: { ...METADATA, userId: "user\0" } })).toThrow(
    "metadata.userId must not contain NUL characters",
  );
});

function read(object: unknown) {
  return readPurchaseMetadata(EventFields.ofEvent(object));
}
