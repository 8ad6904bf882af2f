import { cancelAtProvider } from "../../../src/admin/provider-cancellations";
import { askAboutCheckout, askAboutSubscription, findLostPayments } from "../../../src/billing/find-lost-payments";
import { applyWaitingMoneyBack } from "../../../src/billing/money-back";
import { reconcileBilling } from "../../../src/billing/reconcile";
import { endSubscription, expireSubscriptions } from "../../../src/billing/subscriptions";
import { grantInstalments } from "../../../src/schedule/run-due-grants";
import { readJobs } from "../../database-state";
import { createUser, type TestContext, withClients } from "../../test-context";
import { EventPost } from "./event-post";
import { Life, luckOf } from "./life";
import { createProviderApi, type Meanwhile } from "./provider-api";
import { ProviderBooks } from "./provider-books";

const BORN_AT = new Date("2026-03-10T12:00:00.000Z");
const STEP_MS = 1_000;
const DAY_MS = 86_400_000;
/** While days pass, provider and worker get to work so often: every five days of a month, every seven weeks of a year. */
const ROUND_DAYS = 5;
const ROUNDS_MAX = 8;
/** As often as the job queue tries a job. */
const JOB_ATTEMPTS_MAX = 25;
/** Within this time the service has asked for a payment whose event was lost. */
const ASKED_DAYS = 15;
/** After the last action: a late event may queue a job, whose call to the provider makes another event. */
const SETTLING_ROUNDS = 3;

/** One customer, with the service and the provider that all use. */
export interface Customer {
  life: Life;
  books: ProviderBooks;
  /** This one too. */
  everybody: readonly Customer[];
  post: EventPost;
  service: TestContext;
  meanwhile: Meanwhile;
  userId: string;
  adminId: string;
  /** The payment page that the customer has opened last. */
  checkoutId: string | null;
  isDeleted: boolean;
  isBanned: boolean;
  /** The plan that an administrator has given, until one cancels, and the subscriptions that were known here then. */
  given: { planKey: string; at: Date; known: ReadonlySet<string> } | null;
  /** When an administrator has canceled last. */
  canceledByAdminAt: Date | null;
  /** Whether two plans renewed at that time, of which administrators cannot choose one. */
  hadTwoPlansAtCancellation: boolean;
  /** How many refunds and disputes of a payment had come when an administrator handled it last. Null where one was still under way. */
  handledAfter: Map<string, number | null>;
  /** What administrators have taken back of refunded and disputed payments. */
  creditsTakenBack: number;
}

/** Two: no event of one may change anything of the other. */
export async function createCustomers(ctx: TestContext): Promise<readonly [Customer, Customer]> {
  const life = new Life(ctx, BORN_AT);
  const everybody: Customer[] = [];
  const meanwhile: Meanwhile = { run: null };
  const post = new EventPost(life, ctx);
  const service = withClients(ctx, { payment: createProviderApi(life, everybody, meanwhile) });
  const adminId = await createUser(ctx);
  await ctx.db.user.update({ where: { id: adminId }, data: { role: "admin" } });
  const create = async (name: string): Promise<Customer> => ({
    ...{ life, everybody, post, service, meanwhile, adminId },
    books: new ProviderBooks(life, name, post),
    userId: await createUser(ctx),
    checkoutId: null,
    isDeleted: false,
    isBanned: false,
    given: null,
    canceledByAdminAt: null,
    hadTwoPlansAtCancellation: false,
    handledAfter: new Map(),
    creditsTakenBack: 0,
  });
  const customers = [await create("a"), await create("b")] as const;
  everybody.push(...customers);
  await askForLostPayments(service, life);
  return customers;
}

export async function passDays(customer: Customer, days: number): Promise<void> {
  const { life } = customer;
  life.tell(`${days} days pass`);
  const rounds = Math.min(ROUNDS_MAX, Math.ceil(days / ROUND_DAYS));
  for (let round = 0; round < rounds; round += 1) {
    life.pass((days * DAY_MS) / rounds);
    await workOnce(customer);
  }
}

/** Delivers what is late, and lets the provider, the jobs and the maintenance do the rest. Nothing goes wrong any more. */
export async function settle(customer: Customer): Promise<void> {
  customer.life.tell("everything is delivered");
  customer.life.luck = luckOf(0);
  for (let round = 0; round < SETTLING_ROUNDS; round += 1) {
    await customer.post.deliverAll();
    customer.life.pass(STEP_MS);
    await workOnce(customer);
  }
  if (!customer.post.hasLost) return;
  customer.post.hasLost = false;
  await passDays(customer, ASKED_DAYS);
  if (!customer.post.hasLostMoneyBack) return;
  // As an operator does it: until a paid period is over nothing else asks for refunds and disputes.
  await reconcileBilling(customer.service, BORN_AT);
  await workOnce(customer);
}

async function workOnce(customer: Customer): Promise<void> {
  const { life, everybody, post, service } = customer;
  await post.deliverDue();
  for (const { books } of everybody) await books.closePeriods();
  await applyWaitingMoneyBack(service);
  await expireSubscriptions(service);
  await grantInstalments(service);
  await askForLostPayments(service, life);
  await runJobs(customer);
}

/** A run looks at the time since the run before. */
const askForLostPayments = (service: TestContext, { now }: Life) =>
  findLostPayments(service, { _cron: { ts: now.toISOString() } });

/** The jobs that ask the provider. Their keys end with the id of a checkout or subscription. */
const JOBS = new Map<string, (service: TestContext, id: string) => Promise<void>>([
  ["end-subscription", (service, subscriptionId) => endSubscription(service, { subscriptionId })],
  ["cancel-at-provider", (service, subscriptionId) => cancelAtProvider(service, { subscriptionId })],
  ["reconcile-subscription", (service, subscriptionId) => askAboutSubscription(service, { subscriptionId })],
  ["reconcile-checkout", (service, checkoutId) => askAboutCheckout(service, { checkoutId })],
]);

/** Runs the waiting jobs. Mails and webhooks stay: no test of money needs them. */
export async function runJobs({ life, service }: Customer): Promise<void> {
  for (const { task, key } of await readJobs(service)) {
    const run = JOBS.get(task);
    if (!run || key === null) continue;
    await service.db.$queryRaw`SELECT graphile_worker.remove_job(${key})::text`;
    await tryOften(life, key, () => run(service, key.slice(task.length + 1)));
  }
}

async function tryOften(life: Life, key: string, run: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await run();
      life.tell(`  job ${key}`);
      return;
    } catch (error) {
      if (attempt === JOB_ATTEMPTS_MAX) throw error;
      life.tell(`  job ${key} failed: ${(error as Error).message}`);
    }
  }
}
