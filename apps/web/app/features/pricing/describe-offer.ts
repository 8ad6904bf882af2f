import { type CatalogueItem, findCatalogueItem, totalCredits, yearlySaving } from "@app/core/billing/catalogue";
import { useTranslations } from "use-intl/react";
import { formatFor } from "~/i18n/format";
import type { Locale } from "~/i18n/locale";
import { translatorOf } from "~/i18n/page-language";

export interface OfferTexts {
  /** Without the billing cycle. */
  name: string;
  price: string;
  /** Shown after the price, such as "a month". */
  period: string;
  credits: string;
  /** When the credits are granted. */
  grantTiming: string;
  /** Price per 1,000 credits. */
  unitPrice: string;
  /** Saving of a yearly plan, or null. */
  saving: string | null;
}

const CREDITS_PER_UNIT = 1_000;

/** Texts of the offer card of a plan or the pack. */
export function describeOffer(item: CatalogueItem, locale: Locale): OfferTexts {
  const t = translatorOf(locale);
  const format = formatFor(locale);
  const unitCents = Math.round((item.priceCents * CREDITS_PER_UNIT) / totalCredits(item));
  const common = {
    price: format.money(item.priceCents, item.currency),
    credits: t("offer.credits", { count: totalCredits(item) }),
    unitPrice: t("offer.unitPrice", { price: format.money(unitCents, item.currency), count: CREDITS_PER_UNIT }),
  };
  if (item.kind === "one_time") {
    return {
      ...common,
      name: t("offer.pack"),
      period: t("offer.once"),
      grantTiming: t("offer.grantTiming.pack"),
      saving: null,
    };
  }
  const family = item.key.startsWith("pro") ? "pro" : "starter";
  const saving = yearlySaving(item);
  return {
    ...common,
    name: t(`offer.family.${family}`),
    period: t(`offer.period.${item.cycle}`),
    grantTiming: describeGrantTiming(item, t),
    saving:
      saving &&
      (saving.freeMonths
        ? t("offer.freeMonths", { count: saving.freeMonths })
        : t("offer.save", { percent: saving.percent })),
  };
}

function describeGrantTiming(
  item: CatalogueItem & { kind: "subscription" },
  t: ReturnType<typeof translatorOf>,
): string {
  if (item.grantSchedule.mode === "per_cycle") return t("offer.grantTiming.perCycle");
  const { creditsPerGrant, initialGrants, grantsPerCycle, intervalMonths } = item.grantSchedule;
  return t("offer.grantTiming.instalments", {
    now: creditsPerGrant * initialGrants,
    later: creditsPerGrant,
    interval: intervalMonths,
    months: (grantsPerCycle - initialGrants) * intervalMonths,
  });
}

/** Returns a function that translates the key of a catalogue item or of the free plan. An unknown key is returned unchanged. */
export function useCatalogueItemName(): (key: string) => string {
  const t = useTranslations("credits");
  return (key) => {
    if (key === "free") return t("item.free");
    const item = findCatalogueItem(key);
    return item ? t(`item.${item.key}`) : key;
  };
}
