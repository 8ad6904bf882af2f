import { type AccessList, anyone } from "./access";

/** What is answered before Remix is asked, and Remix's own list of routes for browsers. */
export const SERVED_FILES: AccessList = {
  "GET /healthz": anyone(),
  "GET /favicon.svg": anyone(),
  "GET /og.png": anyone(),
  "GET /samples/boat.webp": anyone(),
  "GET /assets/missing.js": anyone(undefined, { answers: 404 }),
  "GET /__manifest": anyone(() => ({ query: { p: "/admin", version: "test" } })),
};
