import { expect, it } from "vitest";
import { signedInUser } from "../../../test/api-client";
import { useWholeApp } from "../../../test/whole-app";

const app = useWholeApp();

it.each([
  ["/admin/subscriptions", "No subscriptions match."],
  ["/admin/schedules", "No schedules match."],
  ["/admin/payments", "No payments match."],
])("200: %s says whether the list is empty or nothing matches its filter", async (path, noMatch) => {
  const admin = await signedInUser(app, { role: "admin" });
  const textsOf = async (query: string) => {
    const html = await (await admin.client.fetch(`${path}${query}`)).text();
    return ["Nothing here yet.", noMatch].map((text) => html.includes(`>${text}<`));
  };
  expect(await textsOf("")).toEqual([true, false]);
  expect(await textsOf("?search=&sort=createdAt")).toEqual([true, false]);
  expect(await textsOf("?search=somebody")).toEqual([false, true]);
});
