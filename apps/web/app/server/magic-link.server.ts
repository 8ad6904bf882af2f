import type { EmailConfig } from "@auth/core/providers/email";
import type { Deps } from "./deps.server";

const LINK_MAX_AGE_SECONDS = 15 * 60;

/** Sign-in by a link that is sent by mail, valid once and for a quarter of an hour. */
export function magicLinkProvider({ env, service }: Deps): EmailConfig {
  return {
    id: "email",
    type: "email",
    name: "E-mail",
    from: env.MAIL_FROM,
    maxAge: LINK_MAX_AGE_SECONDS,
    options: {},
    sendVerificationRequest: async ({ identifier, url }) => {
      const href = url.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
      await service.clients.mailer.send({
        to: identifier,
        subject: "Sign in to Genmint",
        text: `Sign in to Genmint with this link, valid for 15 minutes:\n\n${url}\n\nIf you did not ask for it, ignore this mail.\n`,
        html: `<p><a href="${href}">Sign in to Genmint</a></p><p>The link is valid for 15 minutes. If you did not ask for it, ignore this mail.</p>`,
      });
    },
  };
}
