import type { Statement } from "@app/db/client";

type Client = { query(query: { text: string; values: unknown[] }): Promise<{ rows: Record<string, unknown>[] }> };

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  Plans?: PlanNode[];
}

interface Explained {
  Plan: PlanNode;
  "Planning Time": number;
  "Execution Time": number;
}

/** Runs a statement: what it took at the server, in milliseconds, and the tables that its plan reads from end to end. */
export async function explainAnalyze(
  client: Client,
  { sql, args }: Statement,
): Promise<{ tookMs: number; scanned: string[] }> {
  const text = `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${sql}`;
  const { rows } = await client.query({ text, values: [...args] });
  const explained = (rows[0]?.["QUERY PLAN"] ?? []) as Explained[];
  return {
    tookMs: explained.reduce((sum, each) => sum + each["Planning Time"] + each["Execution Time"], 0),
    scanned: explained.flatMap(({ Plan: plan }) => sequentialScans(plan)),
  };
}

function sequentialScans(node: PlanNode): string[] {
  const own = node["Node Type"] === "Seq Scan" ? [node["Relation Name"] ?? ""] : [];
  return [...own, ...(node.Plans ?? []).flatMap(sequentialScans)];
}
