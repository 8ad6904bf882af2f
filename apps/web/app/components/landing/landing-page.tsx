import { Button, Stack, Text, Title } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/use-locale-path";
import { Pricing } from "../pricing/pricing";
import { Questions } from "../pricing/questions";
import { Hero } from "./hero";
import classes from "./landing.module.css";
import { SiteFooter } from "./site-footer";
import { SiteSection } from "./site-section";
import { ProductShowcase } from "./what-it-makes";

interface LandingPageProps {
  isSignedIn: boolean;
  refundsFailures: boolean;
}

/** What the service is and what it costs. */
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
