import { conversationsOf } from "./cast";
import { type Customer, type Shop, subscribe, withMoney } from "./customers";
import { DEMO_WORKS, imagesOf } from "./demo-files";
import { DAY_MS, HOUR_MS, later } from "./timeline";

/** The plan whose instalments are under way. */
const PLAN = "starter_yearly";
const FAILED_PROMPT = "A paper crane that unfolds into a map";

/** Plans the demo customer: a yearly plan from the first day on, nearly every picture and video of the demo, and a chat on each subject. */
export function planDemoCustomer(shop: Shop, customer: Customer): void {
  const { timeline, log, provider } = shop;
  const opening = timeline.now();
  const { id: userId } = customer;
  const day = (number: number, hour = 0) => later(opening, number * DAY_MS + hour * HOUR_MS);
  timeline.plan(day(0, 1), () => subscribe(shop, customer, PLAN));
  timeline.plan(day(44), () => withMoney(log, () => provider.buy(customer, "pack_200")));
  for (const [index, work] of imagesOf(false).entries()) {
    const at = day(2 + index * 4.5, (index * 5) % 9);
    timeline.plan(at, () => void log.generate("image", { userId, work, at }));
  }
  for (const [index, work] of DEMO_WORKS.videos.entries()) {
    const at = day(31 + index * 31, 5);
    timeline.plan(at, () => void log.generate("video", { userId, work, at }));
  }
  const failedAt = day(62, 3);
  timeline.plan(failedAt, () => {
    log.generate("image", { userId, work: { prompt: FAILED_PROMPT, key: "" }, at: failedAt, fails: true });
  });
  for (const [index, messages] of conversationsOf(false).entries()) {
    const at = day(7 + index * 10, 2 + index);
    timeline.plan(at, () => log.chat({ userId, messages, at }));
  }
}
