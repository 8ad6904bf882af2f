import { expect, it, vi } from "vitest";
import { signedInUser } from "../../../test/api-client";
import { useWholeApp } from "../../../test/whole-app";

const app = useWholeApp();
const EXPORTS = 12;

it("reads few parts of many exports at once, so that other pages get their turn, and sends each export whole", async () => {
  const user = await signedInUser(app, { credits: 10 });
  const { creditLedger } = app.deps.service.db;
  const findMany = creditLedger.findMany.bind(creditLedger);
  let [reading, mostReading] = [0, 0];
  const spy = vi.spyOn(creditLedger, "findMany").mockImplementation(((...args: Parameters<typeof findMany>) => {
    reading += 1;
    mostReading = Math.max(mostReading, reading);
    return findMany(...args).then((rows) => {
      reading -= 1;
      return rows;
    });
  }) as never);
  const texts = await Promise.all(
    Array.from({ length: EXPORTS }, async () => (await user.client.fetch("/account/export.json")).text()),
  );
  spy.mockRestore();
  for (const text of texts) expect(JSON.parse(text).ledger).toHaveLength(1);
  expect(mostReading).toBeGreaterThan(0);
  expect(mostReading).toBeLessThanOrEqual(2);
});
