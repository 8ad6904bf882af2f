import { PublicError } from "@app/core/errors";
import type { ProviderEvent } from "@app/sandbox/payments/events";
import type { ServiceContext } from "../../../src/context";
import { deliver } from "../../provider-events";
import type { Life } from "./life";

const DOUBLED_PERCENT = 15;
const LATE_PERCENT = 30;
/** Half of the late events come within a minute, the others within three days. */
const LATE_MS = [60_000, 3 * 86_400_000] as const;
/**
 * An event of a subscription's payment, a refund or a dispute that is later than this never comes: the service has to ask for it. That of a
 * checkout always comes: one that is paid days after it was opened is documented as not asked about.
 */
const LOST_AFTER_MS = 1.5 * 86_400_000;
const MAY_BE_LOST = /^(subscription\.paid|refund\..*|dispute\..*)$/;
/** Between two events of the provider, so that each has a time of its own. */
const BETWEEN_EVENTS_MS = 1_500;

interface LateEvent {
  at: Date;
  /** The name of its customer. */
  about: string;
  event: ProviderEvent;
}

/** Brings the provider's events to the service: at once, late, or twice. */
export class EventPost {
  readonly #life: Life;
  readonly #service: ServiceContext;
  #late: LateEvent[] = [];
  /** Whether an event was lost since the service had the time to ask. */
  hasLost = false;
  /** Whether a refund's or dispute's event was ever lost. */
  hasLostMoneyBack = false;
  /** The charges whose event was lost. */
  readonly lostCharges = new Set<string>();
  /** The ids of the events that have come. */
  readonly delivered = new Set<string>();

  constructor(life: Life, service: ServiceContext) {
    this.#life = life;
    this.#service = service;
  }

  async send(about: string, event: ProviderEvent): Promise<void> {
    const { luck } = this.#life;
    this.#life.pass(BETWEEN_EVENTS_MS);
    const isDoubled = luck.happens(DOUBLED_PERCENT);
    if (luck.happens(LATE_PERCENT)) this.#postpone(about, event);
    else await this.#deliver(event);
    if (isDoubled) this.#postpone(about, event);
  }

  /** Delivers the late events whose time has come. */
  async deliverDue(): Promise<void> {
    await this.#deliverWhile((late) => late.at <= this.#life.now);
  }

  /** Delivers all late events, each at its time. */
  async deliverAll(): Promise<void> {
    await this.#deliverWhile(() => true);
  }

  /** With each event the next one of the other customer comes at the same moment, so that both are recorded together. */
  async #deliverWhile(isDue: (late: LateEvent) => boolean): Promise<void> {
    this.#late.sort((a, b) => a.at.getTime() - b.at.getTime());
    for (let next = this.#late[0]; next && isDue(next); next = this.#late[0]) {
      const { about, at } = next;
      const other = this.#late.find((late) => late.about !== about && isDue(late));
      this.#late = this.#late.filter((late) => late !== next && late !== other);
      this.#life.pass(Math.max(0, at.getTime() - this.#life.now.getTime()));
      await Promise.all([next, ...(other ? [other] : [])].map(({ event }) => this.#deliver(event, "late ")));
    }
  }

  #postpone(about: string, event: ProviderEvent): void {
    const { luck, now } = this.#life;
    const at = new Date(now.getTime() + luck.integer(luck.pick(LATE_MS) ?? 0));
    if (MAY_BE_LOST.test(event.eventType) && at.getTime() - now.getTime() > LOST_AFTER_MS) {
      this.hasLost = true;
      if (event.eventType === "subscription.paid") this.lostCharges.add(String(event.object["last_transaction_id"]));
      else this.hasLostMoneyBack = true;
      this.#life.tell(`  ${nameOf(event)} is lost`);
      return;
    }
    this.#late.push({ at, about, event });
    this.#life.tell(`  ${nameOf(event)} will come at ${at.toISOString().slice(0, 19)}`);
  }

  async #deliver(event: ProviderEvent, late = ""): Promise<void> {
    this.delivered.add(event.id);
    try {
      await deliver(this.#service, event);
      this.#life.tell(`  ${late}${nameOf(event)}`);
    } catch (error) {
      // Such as the payment of a deleted account.
      if (!(error instanceof PublicError)) throw error;
      this.#life.tell(`  ${late}${nameOf(event)} was refused: ${error.message}`);
    }
  }
}

function nameOf({ eventType, object }: ProviderEvent): string {
  return `${eventType} of ${object["id"]}`;
}
