import type { ServiceContext } from "../context";
import { type Reencryption, reencryptRows } from "../platform/sealed-secrets";
import { secondFactorOf } from "./secrets";

/** Encrypts the secrets of all second factors with the current secret of the service. */
export async function reencryptSecondFactors(
  ctx: ServiceContext,
  options?: { batchSize?: number },
): Promise<Reencryption> {
  const { secondFactor } = ctx.db;
  return reencryptRows(
    ctx,
    {
      ownerOf: secondFactorOf,
      read: async (after, take) => {
        const select = { userId: true, sealedSecret: true };
        const where = { userId: { gt: after } };
        const rows = await secondFactor.findMany({ where, select, orderBy: { userId: "asc" }, take });
        return rows.map(({ userId, sealedSecret }) => ({ rowId: userId, sealed: sealedSecret }));
      },
      replace: async (userId, before, sealedSecret) =>
        (await secondFactor.updateMany({ where: { userId, sealedSecret: before }, data: { sealedSecret } })).count > 0,
    },
    options,
  );
}
