import { findCatalogueItem } from "@app/core/billing/catalogue";
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useLocalePath } from "~/i18n/page-language";
import { useCycle } from "../pricing/billing-cycle";
import { ComparisonLink } from "../pricing/comparison-link";
import { PriceCalculator } from "../pricing/price-calculator";
import { Pricing } from "../pricing/pricing";
import { Questions } from "../pricing/questions";
import { Gallery } from "./gallery";
import classes from "./landing.module.css";
import { ProductShowcase } from "./product-showcase";
import { SiteFooter, SiteSection } from "./site-layout";

/** The public start page: what people make with it, prices and questions. */
export function LandingPage({ refundsFailures }: { refundsFailures: boolean }) {
  const t = useTranslations("landing");
  const path = useLocalePath();
  const cycle = useCycle();
  return (
    <>
      <Hero />
      <SiteSection title={t("gallery.title")} description={t("gallery.text")}>
        <Gallery />
      </SiteSection>
      <SiteSection title={t("makes.title")} description={t("makes.text")}>
        <ProductShowcase />
      </SiteSection>
      <SiteSection title={t("pricing.title")} description={t("pricing.text")} id="pricing">
        <Pricing isSignedIn={false} hash="#pricing" />
        <Text ta="center" mt="lg">
          <ComparisonLink cycle={cycle} />
        </Text>
      </SiteSection>
      <SiteSection title={t("calculator.title")} description={t("calculator.text")}>
        <PriceCalculator />
      </SiteSection>
      <SiteSection title={t("questions")}>
        <Questions refundsFailures={refundsFailures} />
      </SiteSection>
      <section className={classes["closing"]}>
        <Stack align="center" gap="md">
          <Title order={2}>{t("closing.title")}</Title>
          <Text maw={480} style={{ textWrap: "balance" }}>
            {t("closing.text")}
          </Text>
          <Button component={Link} to={path("/sign-up")} size="lg" color="dark" variant="white">
            {t("start")}
          </Button>
        </Stack>
      </section>
      <SiteFooter isSignedIn={false} />
    </>
  );
}

const PACK = findCatalogueItem("pack_200");

/** The promise, and a picture that changes from before to after. */
function Hero() {
  const t = useTranslations("landing");
  const format = useFormat();
  const path = useLocalePath();
  return (
    <div className={classes["hero"]}>
      <Stack gap="lg" align="flex-start">
        <Title order={1}>{t("hero.title")}</Title>
        <Text size="lg" c="dimmed" maw={480} style={{ textWrap: "pretty" }}>
          {t("hero.text")}
        </Text>
        <Group>
          <Button component={Link} to={path("/sign-up")} size="lg">
            {t("start")}
          </Button>
          <Button component={Link} to={path("/pricing")} size="lg" variant="default">
            {t("seePrices")}
          </Button>
        </Group>
        {PACK?.kind === "one_time" ? (
          <Text size="sm" c="dimmed">
            {t("hero.note", { credits: PACK.credits, price: format.money(PACK.priceCents, PACK.currency) })}
          </Text>
        ) : null}
      </Stack>
      <figure className={classes["stage"]}>
        <div className={classes["frame"]}>
          <img src="/samples/canal-before.webp" width={800} height={600} alt={t("samples.canalBefore")} />
          <img
            src="/samples/canal-after.webp"
            width={800}
            height={600}
            alt={t("samples.canalAfter")}
            className={classes["after"]}
          />
        </div>
        <figcaption className={classes["bubble"]}>
          <span>{t("prompt")}</span>
          {t("prompts.canal")}
        </figcaption>
      </figure>
    </div>
  );
}
