import { type AccessList, anyone, anyoneNotBanned, REFUSED_INPUT } from "./access";

const CREDENTIALS = { email: "nobody@example.com", password: "not the password" };
/** Sent on to a page that says what was wrong, such as a form without the token against forgery. */
const SENT_ON = { answers: 302 };

/** Auth.js's own paths below /api/auth. A form without its token changes nothing. */
export const AUTH_ROUTES: AccessList = {
  "GET /api/auth/csrf": anyone(),
  "GET /api/auth/providers": anyone(),
  "GET /api/auth/session": anyoneNotBanned(),
  "POST /api/auth/session": anyoneNotBanned(() => ({ json: {} }), REFUSED_INPUT),
  "GET /api/auth/signin": anyone(undefined, SENT_ON),
  "POST /api/auth/signin/email": anyone(({ email }) => ({ form: { email } }), SENT_ON),
  "GET /api/auth/signout": anyone(),
  "POST /api/auth/signout": anyone(() => ({ form: {} }), SENT_ON),
  "GET /api/auth/callback/email": anyone(({ email }) => ({ query: { token: "guessed", email } }), {
    ...SENT_ON,
    readingWrites: "a link in a mail is opened by GET, and can be used once",
  }),
  "POST /api/auth/callback/credentials": anyone(() => ({ form: CREDENTIALS }), SENT_ON),
  "GET /api/auth/verify-request": anyone(undefined, SENT_ON),
  "GET /api/auth/error": anyone(undefined, SENT_ON),
  "GET /api/auth/webauthn-options": anyone(undefined, SENT_ON),
};
