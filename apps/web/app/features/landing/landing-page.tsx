import { findCatalogueItem } from "@app/core/billing/catalogue";
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useLocalePath } from "~/i18n/page-language";
import { Pricing, Questions } from "../pricing/pricing-page";
import classes from "./landing.module.css";
import { ProductShowcase } from "./product-showcase";
import { SiteFooter, SiteSection } from "./site-layout";

interface LandingPageProps {
  isSignedIn: boolean;
  refundsFailures: boolean;
}

/** The public start page: introduction, samples, prices and questions. */
export function LandingPage({ isSignedIn, refundsFailures }: LandingPageProps) {
  const t = useTranslations("landing");
  const path = useLocalePath();
  return (
    <>
      <Hero isSignedIn={isSignedIn} />
      <SiteSection title={t("makes.title")} description={t("makes.text")}>
        <ProductShowcase />
      </SiteSection>
      <SiteSection title={t("pricing.title")} description={t("pricing.text")} id="pricing">
        <Pricing isSignedIn={isSignedIn} hash="#pricing" />
      </SiteSection>
      <SiteSection title={t("questions")}>
        <Questions refundsFailures={refundsFailures} />
      </SiteSection>
      {isSignedIn ? null : (
        <section className={classes["closing"]}>
          <Stack align="center" gap="md">
            <Title order={2}>{t("closing.title")}</Title>
            <Text c="dimmed" maw={480}>
              {t("closing.text")}
            </Text>
            <Button component={Link} to={path("/sign-up")} size="lg">
              {t("start")}
            </Button>
          </Stack>
        </section>
      )}
      <SiteFooter isSignedIn={isSignedIn} />
    </>
  );
}

const PACK = findCatalogueItem("pack_200");

function Hero({ isSignedIn }: { isSignedIn: boolean }) {
  const t = useTranslations("landing");
  const format = useFormat();
  const path = useLocalePath();
  return (
    <div className={classes["hero"]}>
      <Stack gap="lg" align="flex-start">
        <Title order={1}>{t("hero.title")}</Title>
        <Text c="dimmed" size="lg" maw={520}>
          {t("hero.text")}
        </Text>
        <Group>
          <Button component={Link} to={path(isSignedIn ? "/dashboard" : "/sign-up")} size="lg">
            {t(isSignedIn ? "toDashboard" : "start")}
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
      <div className={classes["collage"]}>
        <div className={classes["result"]}>
          <img src="/samples/boat.webp" width={800} height={560} alt={t("samples.boat")} />
        </div>
        <div className={classes["reference"]}>
          <img src="/samples/boat-before.webp" width={320} height={240} alt={t("samples.boatBefore")} />
        </div>
        <p className={classes["prompt"]} style={{ marginBlock: 0 }}>
          <Text span size="xs" c="dimmed" display="block">
            {t("prompt")}
          </Text>
          {t("prompts.boat")}
        </p>
      </div>
    </div>
  );
}
