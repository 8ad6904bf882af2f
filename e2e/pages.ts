/** Every page, by who sees it. `{chat}` and its like stand for one that exists. */
export const SIGNED_OUT_PAGES = [
  "/",
  "/pricing?cycle=yearly",
  "/sign-in",
  "/sign-up",
  "/sign-in/sent",
  "/forgot-password",
  "/reset-password?token=one",
  "/verify-email?confirmed=1",
  "/missing",
  "/zh",
];

export const USER_PAGES = [
  "/dashboard",
  "/chat",
  "{chat}",
  "/image",
  "/video",
  "/history",
  "/history?view=list",
  "/billing",
  "{receipt}",
  "/account",
  "/zh/dashboard",
];

export const ADMIN_PAGES = [
  "/admin",
  "/admin/users",
  "{user}",
  "{user}?tab=generations",
  "/admin/subscriptions",
  "/admin/schedules",
  "/admin/payments",
  "/admin/credits",
  "/admin/webhooks",
  "{event}",
  "/admin/audit",
];
