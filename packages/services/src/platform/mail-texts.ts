import type { Mail } from "@app/clients/mail/mailer";
import { type CatalogueKey, findCatalogueItem } from "@app/core/billing/catalogue";

/** The path prefix of a language's pages. */
export function pagesPrefix(locale: string | null): string {
  return locale === "zh" ? "/zh" : "";
}

/** A day as mails write it, in UTC like every date of the service. */
export function mailDate(date: Date, locale: string | null): string {
  return new Intl.DateTimeFormat(locale === "zh" ? "zh" : "en", { dateStyle: "medium", timeZone: "UTC" }).format(date);
}

export function mailNumber(value: number): string {
  return value.toLocaleString("en-US");
}

const CHINESE_NAMES: Readonly<Record<CatalogueKey, string>> = {
  starter_monthly: "入门版（月付）",
  starter_yearly: "入门版（年付）",
  pro_monthly: "专业版（月付）",
  pro_yearly: "专业版（年付）",
  pack_200: "200 积分",
};

/** The name of a plan or the pack in a mail. An unknown key is returned unchanged. */
export function mailItemName(key: string, locale: string | null): string {
  const item = findCatalogueItem(key);
  if (!item) return key;
  return locale === "zh" ? CHINESE_NAMES[item.key] : item.name;
}

/** A mail of a few paragraphs with one link after them. */
export function paragraphsMail(
  subject: string,
  paragraphs: readonly string[],
  link: { url: string; text: string },
): Pick<Mail, "subject" | "text" | "html"> {
  const html = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join("");
  return {
    subject,
    text: `${paragraphs.join("\n\n")}\n\n${link.text}:\n${link.url}\n`,
    html: `${html}<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.text)}</a></p>`,
  };
}

export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
