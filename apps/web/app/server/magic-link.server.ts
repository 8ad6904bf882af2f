import { invariant } from "@app/core/errors";
import { parseInput } from "@app/core/input/parse-input";
import { requiredEmail } from "@app/core/users/email";
import { SIGN_IN_LINK_MAX_AGE_MS } from "@app/services/account/mailed-token";
import { requestSignInLink } from "@app/services/account/request-sign-in-link";
import type { EmailConfig } from "@auth/core/providers/email";
import { z } from "zod";
import { localeOfPath } from "~/i18n/locale";
import type { Deps } from "./deps.server";
import { captureAuthError, type SignInAttempt } from "./sign-in-attempt.server";

const LinkRequest = z.object({ email: requiredEmail("email") });

/**
 * Sign-in by a link that is sent by mail, valid once and for a quarter of an hour. The request only queues it. The token is made with the
 * mail: the one Auth.js has made here is mailed to nobody, and the adapter keeps it nowhere.
 */
export function magicLinkProvider({ env, service }: Deps, attempt: SignInAttempt): EmailConfig {
  return {
    id: "email",
    type: "email",
    name: "E-mail",
    from: env.MAIL_FROM,
    maxAge: SIGN_IN_LINK_MAX_AGE_MS / 1000,
    options: {},
    normalizeIdentifier: (email) => parseInput(LinkRequest, { email }).email,
    sendVerificationRequest: async ({ identifier: email, url }) => {
      await captureAuthError(attempt, async () => {
        const callbackUrl = new URL(url).searchParams.get("callbackUrl") ?? env.APP_URL;
        const locale = localeOfPath(new URL(callbackUrl, env.APP_URL).pathname);
        invariant(attempt.caller, "a link is asked for by a request of its own");
        await requestSignInLink(service, { email, locale, callbackUrl }, attempt.caller);
      });
    },
  };
}
