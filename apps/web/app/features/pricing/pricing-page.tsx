import { Stack, Text, Title } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { SiteFooter, SiteSection } from "../landing/site-layout";
import { useCycle } from "./billing-cycle";
import { PlanComparison } from "./plan-comparison";
import { Pricing } from "./pricing";
import { Questions } from "./questions";

interface PricingPageProps {
  isSignedIn: boolean;
  refundsFailures: boolean;
}

export function PricingPage({ isSignedIn, refundsFailures }: PricingPageProps) {
  const t = useTranslations("pricing");
  return (
    <>
      <Stack align="center" ta="center" gap="sm" pt={{ base: "lg", sm: 48 }} pb={0}>
        <Title order={1}>{t("title")}</Title>
        <Text c="dimmed" size="lg" maw={560} style={{ textWrap: "balance" }}>
          {t("description")}
        </Text>
      </Stack>
      {/* The hidden heading keeps the heading order: the offers use level 3. */}
      <SiteSection title={t("offers")} isTitleHidden>
        <Pricing isSignedIn={isSignedIn} />
      </SiteSection>
      <SiteSection title={t("comparison.title")} id="compare">
        <PlanComparison cycle={useCycle()} />
      </SiteSection>
      <SiteSection title={t("questionsTitle")}>
        <Questions refundsFailures={refundsFailures} />
      </SiteSection>
      <SiteFooter isSignedIn={isSignedIn} />
    </>
  );
}
