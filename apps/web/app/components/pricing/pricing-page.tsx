import { Stack, Text, Title } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { SiteFooter } from "../landing/site-footer";
import { SiteSection } from "../landing/site-section";
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
        <Text c="dimmed" size="lg" maw={560}>
          {t("description")}
        </Text>
      </Stack>
      {/* Its heading keeps the order of headings whole: the offers' are of the third rank. */}
      <SiteSection title={t("offers")} isTitleHidden>
        <Pricing isSignedIn={isSignedIn} />
      </SiteSection>
      <SiteSection title={t("questionsTitle")}>
        <Questions refundsFailures={refundsFailures} />
      </SiteSection>
      <SiteFooter isSignedIn={isSignedIn} />
    </>
  );
}
