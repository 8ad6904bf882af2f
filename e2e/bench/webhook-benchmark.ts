import { type BenchServer, USERS } from "./bench-database";
import { atLeast, type Benchmark, type Finding } from "./benchmark";
import { applyLoad, interleave, type Load } from "./load";
import { type Delivery, PaymentProvider, signedPayment, WEBHOOK_SECRET } from "./payment-provider";
import { cpuMsOf } from "./process-cpu";
import { runPgbench } from "./run-pgbench";
import { scaledSeconds } from "./scale";
import { startWebProcess } from "./web-process";

const ROUNDS = 3;
const ROUND_SECONDS = scaledSeconds(8);
const CONNECTIONS = 32;
/** Payments that are delivered again: all made before anything is measured. */
const KNOWN_PAYMENTS = 1_000;

const newPayment = () => signedPayment(String(1 + Math.floor(Math.random() * USERS)));

/** The webhook of a yearly plan's payment over HTTP, new and delivered again, against the database doing its five writes for pgbench. */
export const webhookBenchmark = (server: BenchServer): Benchmark => ({
  name: "webhook",
  run: async () => {
    const url = await server.createDatabase("webhook");
    const service = await startWebProcess(url, { PROVIDER_WEBHOOK_SECRET: WEBHOOK_SECRET, LOG_LEVEL: "warn" });
    const provider = new PaymentProvider(service.url, CONNECTIONS);
    try {
      return await measure(provider, service.pid, url);
    } finally {
      provider.close();
      await service.stop();
    }
  },
});

async function measure(provider: PaymentProvider, serverPid: number, url: string): Promise<Finding[]> {
  const known = Array.from({ length: KNOWN_PAYMENTS }, newPayment);
  for (const delivery of known) await provider.deliver(delivery);
  const anyKnown = () => known[Math.floor(Math.random() * known.length)] ?? newPayment();
  const cpuMs = { fresh: 0, again: 0 };
  const sent = { fresh: 0, again: 0 };
  const load = { clients: CONNECTIONS, seconds: ROUND_SECONDS };
  const send = async (kind: "fresh" | "again", next: () => Delivery): Promise<Load> => {
    const before = { cpuMs: cpuMsOf(serverPid), delivered: provider.delivered };
    const result = await applyLoad(load, () => provider.deliver(next()));
    cpuMs[kind] += cpuMsOf(serverPid) - before.cpuMs;
    sent[kind] += provider.delivered - before.delivered;
    return result;
  };
  const found = await interleave(ROUNDS, {
    limit: () => runPgbench(url, "purchase-five-statements", load),
    fresh: () => send("fresh", newPayment),
    again: () => send("again", anyKnown),
  });
  return [
    atLeast(
      0.5,
      perSecond("webhooks of new payments, 32 at once, against pgbench's five writes", found.fresh, found.limit),
    ),
    atLeast(2, perSecond("webhooks of known payments, against those of new ones", found.again, found.fresh)),
    cpuTime("CPU time of the web process for a new payment", cpuMs.fresh / sent.fresh),
    cpuTime("CPU time of the web process for a known one", cpuMs.again / sent.again),
  ];
}

const perSecond = (what: string, measured: Load, limit: Load) => ({
  what,
  measured: measured.perSecond,
  limit: limit.perSecond,
  unit: "/s",
});

const cpuTime = (what: string, ms: number): Finding => ({
  what,
  figure: `${ms.toFixed(2)} ms`,
  limit: "",
  ratio: null,
  target: "",
  isMet: null,
});
