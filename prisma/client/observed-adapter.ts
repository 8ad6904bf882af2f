import type { SqlDriverAdapter, SqlDriverAdapterFactory, SqlQuery } from "@prisma/driver-adapter-utils";

/** Runs a statement, and may observe it. Gets the text without the values. */
export type AroundStatement = <Result>(sql: string, run: () => Promise<Result>) => Promise<Result>;

type Connected = Awaited<ReturnType<SqlDriverAdapter["startTransaction"]>> | SqlDriverAdapter;

/** An adapter whose statements, alone or in a transaction, run within `around`. */
export function observeStatements(factory: SqlDriverAdapterFactory, around: AroundStatement): SqlDriverAdapterFactory {
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => observed(await factory.connect(), around),
  };
}

function observed<Adapter extends Connected>(adapter: Adapter, around: AroundStatement): Adapter {
  const replaced: Partial<SqlDriverAdapter> = {
    queryRaw: (query: SqlQuery) => around(query.sql, () => adapter.queryRaw(query)),
    executeRaw: (query: SqlQuery) => around(query.sql, () => adapter.executeRaw(query)),
  };
  if ("startTransaction" in adapter) {
    replaced.startTransaction = async (level) => observed(await adapter.startTransaction(level), around);
  }
  return new Proxy(adapter, {
    get(target, name) {
      const own = Reflect.get(replaced, name);
      if (own !== undefined) return own;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
