import { expect, type Page } from "@playwright/test";

const { SANDBOX_URL } = process.env;
const MAIL_MAX_MS = 30_000;

/** Waits for a mail to an address, and follows the link in the newest one. */
export async function followMailLink(
  page: Page,
  address: string,
  subject: string,
  follow: (link: string) => Promise<unknown> = (link) => page.goto(link),
): Promise<void> {
  const href = async () => {
    const mails: { subject: string; text: string }[] = await (
      await page.request.get(`${SANDBOX_URL}/mail/messages?to=${encodeURIComponent(address)}`)
    ).json();
    return /https?:\S+/.exec(mails.findLast((mail) => mail.subject === subject)?.text ?? "")?.[0] ?? "";
  };
  await expect.poll(href, { timeout: MAIL_MAX_MS }).toMatch(/^http/);
  await follow(await href());
}
