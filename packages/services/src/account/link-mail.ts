import type { Mail } from "@app/clients/mailer";

export interface LinkMailTexts {
  subject: string;
  /** What the link does. */
  action: string;
  note: string;
}

/** Prefix of a language's pages. */
export function pagesPrefix(locale: string | null): string {
  return locale === "zh" ? "/zh" : "";
}

/** A mail that is about one link. */
export function linkMail(
  url: string,
  { subject, action, note }: LinkMailTexts,
): Pick<Mail, "subject" | "text" | "html"> {
  const href = url.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return {
    subject,
    text: `${action}:\n\n${url}\n\n${note}\n`,
    html: `<p><a href="${href}">${action}</a></p><p>${note}</p>`,
  };
}
