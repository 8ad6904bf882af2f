/** Every page, by who sees it. `{chat}` and `{user}` stand for one that exists. */
export const SIGNED_OUT_PAGES = [
  "/",
  "/pricing",
  "/sign-in",
  "/sign-up",
  "/sign-in/sent",
  "/forgot-password",
  "/missing",
];

export const USER_PAGES = ["/dashboard", "/chat", "{chat}", "/image", "/video", "/history", "/billing", "/account"];

export const ADMIN_PAGES = [
  "/admin",
  "/admin/users",
  "{user}",
  "/admin/subscriptions",
  "/admin/schedules",
  "/admin/credits",
  "/admin/webhooks",
  "/admin/audit",
];
