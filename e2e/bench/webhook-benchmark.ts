import { withConnection } from "@app/db/client/manage-databases";
import { receiveWebhook } from "@app/services/billing/receive-webhook";
import { createDeps } from "../../apps/web/app/server/composition-root.server";
import { readEnv } from "../../apps/web/app/server/env/env.server";
import { type BenchServer, USERS } from "./bench-database";
import { atLeast, type Benchmark, type Finding } from "./benchmark";
import { applyLoad, interleave, type Load, runPgbench, scaledSeconds } from "./load";
import { cpuMsOf } from "./measured-process";
import { type Delivery, PaymentProvider, signedPayment, WEBHOOK_SECRET } from "./payment-provider";
import { startWebProcess, webEnvironment } from "./web-process";

const ROUNDS = 3;
const LOAD = { clients: 32, seconds: scaledSeconds(8) };
/** Payments delivered again. All are recorded before anything is measured. */
const KNOWN_PAYMENTS = 1_000;

type Deliver = (delivery: Delivery) => Promise<unknown>;

const newPayment = () => signedPayment(String(1 + Math.floor(Math.random() * USERS)));

/**
 * The webhook of a yearly plan's payment, new and repeated, over HTTP and without, against the same five writes by pgbench. Mails are
 * queued but not sent.
 */
export const webhookBenchmark = (server: BenchServer): Benchmark => ({
  name: "webhook",
  run: async () => {
    const url = await server.createDatabase("webhook");
    const environment = { PROVIDER_WEBHOOK_SECRET: WEBHOOK_SECRET, LOG_LEVEL: "warn" };
    const deps = createDeps(readEnv({ ...webEnvironment(url, 1), ...environment }));
    const web = await startWebProcess(url, environment);
    const provider = new PaymentProvider(web.url);
    const alone: Deliver = ({ body, signature }) => receiveWebhook(deps.service, { rawBody: body, signature });
    try {
      return await measure(url, { pid: web.pid, overHttp: (delivery) => provider.deliver(delivery), alone });
    } finally {
      provider.close();
      await web.stop();
      await deps.close();
    }
  },
});

async function measure(
  url: string,
  { pid, overHttp, alone }: { pid: number; overHttp: Deliver; alone: Deliver },
): Promise<Finding[]> {
  const known = Array.from({ length: KNOWN_PAYMENTS }, newPayment);
  for (const delivery of known) await overHttp(delivery);
  // As autovacuum would within a minute: the first query plans were made for empty tables.
  await withConnection(url, (client) => client.query("VACUUM ANALYZE"));
  const knownPayment = () => known[Math.floor(Math.random() * known.length)] ?? newPayment();
  const cpu = { fresh: new CpuTally(pid), again: new CpuTally(pid) };
  const found = await interleave(ROUNDS, {
    limit: () => runPgbench(url, "purchase-five-statements", LOAD),
    fresh: () => cpu.fresh.during(() => applyLoad(LOAD, () => overHttp(newPayment()))),
    again: () => cpu.again.during(() => applyLoad(LOAD, () => overHttp(knownPayment()))),
    freshAlone: () => applyLoad(LOAD, () => alone(newPayment())),
    againAlone: () => applyLoad(LOAD, () => alone(knownPayment())),
  });
  return [
    atLeast(
      0.5,
      perSecond("webhooks of new payments, 32 at once, against pgbench's five writes", found.fresh, found.limit),
    ),
    atLeast(2, perSecond("webhooks of known payments, against those of new ones", found.again, found.fresh)),
    atLeast(0.5, perSecond("new payments without HTTP, against pgbench's five writes", found.freshAlone, found.limit)),
    atLeast(2, perSecond("known payments without HTTP, against new ones", found.againAlone, found.freshAlone)),
    cpu.fresh.finding("CPU time of the web process for a new payment"),
    cpu.again.finding("CPU time of the web process for a known one"),
  ];
}

/** CPU time of a process per operation under load. */
class CpuTally {
  #ms = 0;
  #done = 0;

  constructor(private readonly pid: number) {}

  async during(run: () => Promise<Load>): Promise<Load> {
    const before = cpuMsOf(this.pid);
    const load = await run();
    this.#ms += cpuMsOf(this.pid) - before;
    this.#done += load.perSecond * LOAD.seconds;
    return load;
  }

  finding(what: string): Finding {
    const figure = `${(this.#ms / this.#done).toFixed(2)} ms`;
    return { what, figure, limit: "", ratio: null, target: "", missedBy: null };
  }
}

const perSecond = (what: string, measured: Load, limit: Load) => ({
  what,
  measured: measured.perSecond,
  limit: limit.perSecond,
  unit: "/s",
});
