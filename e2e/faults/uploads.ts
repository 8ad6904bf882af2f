// pnpm test:faults:uploads: sends the production build many endless uploads at once and checks its peak memory.
// Needs Linux. Options: --senders <number>, --megabytes <number> of each.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { createDb } from "@app/db/client/db";
import { faultScale } from "@app/sandbox/testing/fault-tests";
import { startDemoStack } from "../../scripts/dev/demo-stack";
import { findFreePorts, startService } from "../../scripts/test/start-service";
import { peakMemoryOf, resetPeakMemory, residentMemoryOf } from "../bench/measured-process";
import { referencePicture } from "../tests/reference-picture";
import { type UploadOutcome, uploadEndlessly } from "./endless-upload";
import { seedCustomers } from "./seed-customers";

const MEGABYTE = 1024 * 1024;
const GROWTH_MAX_BYTES = 150 * MEGABYTE;
const WARM_UPS = 5;
const UPLOADS = [
  { path: "/api/upload/image", refusal: '{"error":"File size must be less than 10MB"}' },
  { path: "/api/upload/simple", refusal: '{"error":"File size must be less than 5MB"}' },
] as const;

const { values } = parseArgs({ options: { senders: { type: "string" }, megabytes: { type: "string" } } });
const senders = Number(values.senders ?? faultScale({ short: 8, long: 20 }));
const megabytes = Number(values.megabytes ?? faultScale({ short: 200, long: 1024 }));

const dataDir = mkdtempSync(path.join(tmpdir(), "genmint-uploads-"));
// The database server, which runs as another user when this runs as root, must reach its folder.
chmodSync(dataDir, 0o711);
const [port, sandboxPort, smtpPort] = await findFreePorts(3);
const stack = await startDemoStack({ dataDir, port, sandboxPort, smtpPort });
const db = createDb(stack.env["DATABASE_URL"] ?? "", { poolMax: 1 });
let isBounded = false;
try {
  isBounded = await run();
} finally {
  await db.$disconnect();
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(isBounded ? 0 : 1);

async function run(): Promise<boolean> {
  const [customer] = await seedCustomers(db, 1);
  const cookie = `authjs.session-token=${customer?.sessionToken}`;
  const service = await startService({ ...stack.env, LOG_LEVEL: "fatal", RATE_LIMITS: "off" });
  try {
    for (let count = 0; count < WARM_UPS; count += 1) await uploadPicture(cookie);
    const before = residentMemoryOf(service.pid);
    resetPeakMemory(service.pid);
    const outcomes = await Promise.all(
      Array.from({ length: senders }, async (_, index) => {
        const upload = UPLOADS[index % UPLOADS.length] ?? UPLOADS[0];
        return describe(await uploadEndlessly(port, cookie, upload.path, megabytes * MEGABYTE), upload.refusal);
      }),
    );
    const growth = peakMemoryOf(service.pid) - before;
    await uploadPicture(cookie);
    const count = (outcome: string) => outcomes.filter((other) => other === outcome).length;
    const wrong = outcomes.filter((outcome) => outcome !== "refused" && outcome !== "cut");
    for (const outcome of wrong) console.log(`  ${outcome}`);
    console.log(
      `uploads: ${senders} at once of ${megabytes} MB each: ${count("refused")} refused with 400, ${count("cut")} cut, ` +
        `${wrong.length} otherwise; memory +${Math.round(growth / MEGABYTE)} MB`,
    );
    return wrong.length === 0 && count("refused") > 0 && growth <= GROWTH_MAX_BYTES;
  } finally {
    await service.stop();
  }
}

function describe({ status, response, sentBytes }: UploadOutcome, refusal: string): string {
  if (status === null) return "cut";
  if (status === 400 && response.includes(refusal)) return "refused";
  return `after ${Math.round(sentBytes / MEGABYTE)} MB: ${response.slice(0, 500)}`;
}

async function uploadPicture(cookie: string): Promise<void> {
  const { name, mimeType, buffer } = await referencePicture();
  const body = new FormData();
  body.set("file", new File([Uint8Array.from(buffer)], name, { type: mimeType }));
  const response = await fetch(`http://127.0.0.1:${port}/api/upload/image`, {
    method: "POST",
    headers: { cookie },
    body,
  });
  if (response.status !== 200) throw new Error(`An upload got status ${response.status}: ${await response.text()}`);
}
