import type { CatalogueKey, SubscriptionKey } from "@app/core/billing/catalogue";

/** What happens to a customer's plan, some days after it began. */
export type Turn =
  | "cancel"
  | "cancel_at_end"
  | "past_due"
  | "unpaid"
  | "paused"
  | "expired"
  | "upgrade"
  | "refund"
  | "partial_refund"
  | "dispute";

/** A customer's purchases. Who buys nothing lives on the credits of the sign-up. */
export interface Story {
  plan?: SubscriptionKey;
  trialDays?: number;
  turn?: { day: number; what: Turn };
  packs?: number;
  /** Signed up this many days ago; drawn where absent. */
  joinedDaysAgo?: number;
  banned?: boolean;
}

const repeated = (count: number, story: Story): Story[] => Array.from({ length: count }, () => story);
const turning = (plan: CatalogueKey & SubscriptionKey, what: Turn, day: number, joinedDaysAgo: number): Story => ({
  ...{ plan, joinedDaysAgo },
  turn: { day, what },
});

/** One for each name. Together they show every state of a subscription and a payment. */
export const STORIES: readonly Story[] = [
  ...repeated(2, { plan: "starter_yearly" }),
  { plan: "pro_yearly", joinedDaysAgo: 71 },
  turning("starter_yearly", "refund", 9, 20),
  turning("pro_yearly", "dispute", 34, 47),
  ...repeated(6, { plan: "starter_monthly" }),
  turning("starter_monthly", "upgrade", 24, 66),
  turning("starter_monthly", "cancel_at_end", 40, 52),
  turning("starter_monthly", "cancel_at_end", 22, 85),
  turning("starter_monthly", "past_due", 31, 34),
  turning("starter_monthly", "paused", 38, 45),
  turning("starter_monthly", "partial_refund", 16, 17),
  turning("starter_monthly", "refund", 5, 30),
  ...repeated(3, { plan: "pro_monthly" }),
  turning("pro_monthly", "cancel", 43, 60),
  turning("pro_monthly", "cancel_at_end", 10, 39),
  turning("pro_monthly", "unpaid", 62, 68),
  turning("starter_monthly", "expired", 33, 58),
  { plan: "starter_monthly", trialDays: 7, joinedDaysAgo: 3 },
  { plan: "pro_monthly", trialDays: 14, joinedDaysAgo: 5 },
  { plan: "starter_monthly", trialDays: 7, joinedDaysAgo: 26 },
  ...repeated(8, { packs: 1 }),
  ...repeated(4, { packs: 2 }),
  ...repeated(2, { packs: 4 }),
  { packs: 1, turn: { day: 6, what: "dispute" }, joinedDaysAgo: 12 },
  ...repeated(16, {}),
  { banned: true, joinedDaysAgo: 28 },
];

/** Customers' names, Chinese ones with their spelling in Latin letters for the address. */
export const NAMES: readonly (string | readonly [name: string, latin: string])[] = [
  "Amara Okafor",
  ["王芳", "wang fang"],
  "Lukas Weber",
  "Sofía Herrera",
  "Haruto Tanaka",
  ["李强", "li qiang"],
  "Chloé Martin",
  "Priya Raman",
  "Mateus Silva",
  "Ingrid Solberg",
  ["张敏", "zhang min"],
  "Kwame Mensah",
  "Elena Petrova",
  "Noah Fischer",
  ["陈静", "chen jing"],
  "Fatima Zahra",
  "Giulia Conti",
  "Jakub Nowak",
  "Maya Cohen",
  ["刘洋", "liu yang"],
  "Oliver Smith",
  "Aiko Yamamoto",
  "Diego Ramírez",
  "Freya Larsen",
  ["赵磊", "zhao lei"],
  "Leila Haddad",
  "Tomás Novák",
  "Emma Johansson",
  "Arjun Mehta",
  "Camille Dubois",
  ["黄丽", "huang li"],
  "Zanele Dlamini",
  "Marek Kowalski",
  "Isabel Costa",
  "Ravi Kapoor",
  ["周杰", "zhou jie"],
  "Hannah Schmidt",
  "Yusuf Demir",
  "Nina Rossi",
  "Samuel Osei",
  ["吴婷", "wu ting"],
  "Katarina Horvat",
  "Liam Murphy",
  "Ana Popescu",
  "Minh Nguyen",
  ["徐伟", "xu wei"],
  "Sara Lindqvist",
  "Pablo Fernández",
  "Thandiwe Nkosi",
  "Viktor Ivanov",
  ["孙悦", "sun yue"],
  "Mia Andersen",
  "Rahul Sharma",
  "Beatriz Almeida",
  "Jonas Keller",
  ["何佳", "he jia"],
  "Layla Hassan",
  "Eero Virtanen",
  "Grace Kim",
  "Paulo Teixeira",
];

const CONVERSATIONS: readonly (readonly string[])[] = [
  ["What is Genmint?", "What do the plans cost?"],
  ["How do credits work?"],
  ["Give me tips for image prompts", "And for a video?"],
  ["Write code that counts the words of a text, and explain each step."],
  ["Explain how tides work, as if to a curious ten-year-old."],
  ["Is there an API?", "Show me a table of the studios"],
  ["Can I get a refund if an image fails?", "How do I cancel my plan?"],
  ["Solve a quadratic equation and show the formula"],
  ["Write a friendly email that moves a meeting to next Tuesday."],
  ["Which plan is right for a small studio?", "How do credits work with a yearly plan?", "How do I cancel?"],
];

const CHINESE_CONVERSATIONS: readonly (readonly string[])[] = [
  ["你好", "套餐多少钱？"],
  ["积分怎么用？", "可以退款吗？"],
  ["怎样写好图片提示词？"],
  ["写一段统计文章字数的代码，并逐步讲解。"],
  ["像给好奇的十岁孩子讲故事一样，讲讲潮汐是怎么形成的。"],
  ["写一封语气友好的邮件，把会议改到下周二。"],
];

/** What a customer asks in the chat, in the language of the name. */
export function conversationsOf(isChinese: boolean): readonly (readonly string[])[] {
  return isChinese ? CHINESE_CONVERSATIONS : CONVERSATIONS;
}
