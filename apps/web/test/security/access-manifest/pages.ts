import { type AccessList, administrator, anyone, ownObject, REFUSED_INPUT, signedIn, signedOut } from "./access";

/** Every page, by its path without a language. Each is asked for as a document and as the data of its route alone. */
export const PAGES: AccessList = {
  "GET /": anyone(),
  "GET /pricing": anyone(),
  "GET /sign-in": signedOut(),
  "GET /sign-in/sent": anyone(),
  "GET /sign-in/code": anyone(undefined, { answers: 302 }),
  "GET /verify-email": anyone(),
  "GET /sign-up": signedOut(),
  "GET /forgot-password": anyone(),
  "GET /reset-password": anyone(),
  "GET /account/deleted": anyone(),
  "GET /*": anyone(undefined, { answers: 404 }),
  "GET /dashboard": signedIn(),
  "GET /account": signedIn(),
  "GET /billing": signedIn(),
  "GET /billing/ledger.csv": signedIn(),
  "GET /billing/receipts/:paymentId": ownObject(),
  "GET /chat": signedIn(),
  "GET /chat/:sessionId": ownObject(),
  "GET /history": signedIn(({ generationId }) => ({ query: { id: generationId } })),
  "GET /image": signedIn(({ generationId }) => ({ query: { from: generationId } })),
  "GET /video": signedIn(({ videoId }) => ({ query: { from: videoId } })),
  "GET /admin": administrator(),
  "GET /admin/audit": administrator(),
  "GET /admin/credits": administrator(),
  "GET /admin/ledger.csv": administrator(),
  "GET /admin/payments": administrator(),
  "GET /admin/schedules": administrator(),
  "GET /admin/subscriptions": administrator(),
  "GET /admin/users": administrator(),
  "GET /admin/users/:userId": administrator(),
  "GET /admin/webhooks": administrator(),
  "GET /admin/webhooks/:eventId": administrator(),
};

/** Every page that takes a form. */
export const FORMS: AccessList = {
  "POST /sign-up": signedOut(() => ({ form: { email: "no address" } }), REFUSED_INPUT),
  "POST /forgot-password": anyone(({ email }) => ({ form: { email } })),
  "POST /reset-password": anyone(() => ({ form: { token: "guessed", password: "long enough" } }), REFUSED_INPUT),
  "POST /sign-in/code": anyone(() => ({ form: { code: "123456" } }), { answers: 302 }),
  "POST /dashboard": signedIn(() => ({ form: {} }), { answers: 302 }),
};
