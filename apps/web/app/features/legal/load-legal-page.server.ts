import type { LoaderFunctionArgs } from "@remix-run/node";
import { toLabel } from "~/i18n/format";
import { DEFAULT_LOCALE, type Locale, localeOf } from "~/i18n/locale";
import type { RequestContext } from "~/server/auth/request-context.server";
import type { LegalFacts, LegalPageName, LegalTexts } from "./legal-text";
import { contactInChinese, contactInEnglish } from "./texts/contact.server";
import { privacyInEnglish } from "./texts/privacy-en.server";
import { privacyInChinese } from "./texts/privacy-zh.server";
import { termsInEnglish } from "./texts/terms-en.server";
import { termsInChinese } from "./texts/terms-zh.server";

const ENGLISH: LegalTexts = { terms: termsInEnglish, privacy: privacyInEnglish, contact: contactInEnglish };

/** A language without texts of its own shows the English ones. */
export const LEGAL_TEXTS: ReadonlyMap<Locale, LegalTexts> = new Map([
  ["en", ENGLISH],
  ["zh", { terms: termsInChinese, privacy: privacyInChinese, contact: contactInChinese }],
]);

/** When the texts were changed last, shown below them. */
const UPDATED_AT = new Date("2026-11-29T00:00:00.000Z");

/**
 * Loads a legal page. The texts are long and are sent as data of that page, so that no browser loads them with the texts of every page.
 */
export async function loadLegalPage({ context, params }: LoaderFunctionArgs, name: LegalPageName) {
  const locale = localeOf(params["locale"]);
  const session = await context.session();
  const text = (LEGAL_TEXTS.get(locale) ?? ENGLISH)[name](factsOf(context));
  return {
    isSignedIn: session.kind === "active",
    language: LEGAL_TEXTS.has(locale) ? locale : DEFAULT_LOCALE,
    text,
    updatedAt: name === "contact" ? null : UPDATED_AT,
  };
}

function factsOf({ deps: { env, service } }: Pick<RequestContext, "deps">): LegalFacts {
  const chatPrices = service.config.textModels.map(({ credits }) => credits);
  return {
    seller: service.config.seller,
    contactEmail: env.CONTACT_EMAIL ?? null,
    provider: toLabel(service.config.providerName),
    signInProviders: [
      ...(env.AUTH_GOOGLE_ID && env.AUTH_GOOGLE_SECRET ? ["Google"] : []),
      ...(env.AUTH_GITHUB_ID && env.AUTH_GITHUB_SECRET ? ["GitHub"] : []),
    ],
    refundsFailures: service.config.refundFailedGenerations,
    moderatesPrompts: service.config.moderatePrompts,
    chatCredits: { least: Math.min(...chatPrices), most: Math.max(...chatPrices) },
  };
}
