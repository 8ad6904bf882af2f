// pnpm run doctor: checks the configuration in the environment and everything it leads to. Exits with 1 if something is wrong. Changes
// nothing, but for a small file that it stores, reads and deletes.
import { runCommand } from "@app/db/cli/command-line";
import { type CheckResult, checkSystem } from "@app/services/system/check-system";
import { createDeps } from "../../apps/web/app/server/composition-root.server";
import { readEnv } from "../../apps/web/app/server/env/env.server";

const MARKS: Record<CheckResult["status"], string> = {
  ok: "ok     ",
  off: "off    ",
  warning: "warning",
  error: "ERROR  ",
};
const AREA_WIDTH = 14;

await runCommand(async () => {
  // Without the log: each failure is a line of the report.
  const deps = createDeps({ ...readEnv(process.env), LOG_LEVEL: "silent" });
  try {
    const results = await checkSystem(deps.service);
    const lines = results.map(({ status, area, message }) => `${MARKS[status]} ${area.padEnd(AREA_WIDTH)} ${message}`);
    const count = (status: CheckResult["status"]) => results.filter((result) => result.status === status).length;
    const report = `${lines.join("\n")}\n${count("error")} errors, ${count("warning")} warnings.`;
    if (count("error") > 0) throw new Error(report);
    return report;
  } finally {
    await deps.close();
  }
});
