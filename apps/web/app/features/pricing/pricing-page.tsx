import { CHAT_COST_CREDITS, IMAGE_COST_CREDITS, VIDEO_COST_CREDITS } from "@app/core/credits/costs";
import { Box, Button, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { SiteFooter, SiteSection } from "../landing/site-layout";
import { CycleSwitch, useCycle } from "./cycle-switch";
import { useCatalogueItemName } from "./describe-offer";
import { OfferGrid } from "./offers";
import classes from "./pricing-page.module.css";

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
      {/* The hidden heading keeps the heading order: the offers use level 3. */}
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

interface PricingProps {
  isSignedIn: boolean;
  /** URL hash to keep when the cycle changes, including "#". */
  hash?: string;
}

/** Offers that link to the billing page or, when signed out, to sign-up. */
export function Pricing({ isSignedIn, hash = "" }: PricingProps) {
  const t = useTranslations("pricing");
  const path = useLocalePath();
  const itemName = useCatalogueItemName();
  const cycle = useCycle();
  const plans = path("/billing#plans");
  const buyPath = isSignedIn ? plans : path(`/sign-up?${new URLSearchParams({ callbackUrl: plans })}`);
  return (
    <Stack gap="xl">
      <Group justify="center">
        <CycleSwitch hash={hash} />
      </Group>
      <OfferGrid
        cycle={cycle}
        actionFor={(item) => (
          <Button
            component={Link}
            to={buyPath}
            size="md"
            variant={item.kind === "subscription" && item.key.startsWith("pro") ? "filled" : "default"}
            fullWidth
          >
            {item.kind === "one_time" ? t("getPack") : t("getPlan", { plan: itemName(item.key) })}
          </Button>
        )}
      />
    </Stack>
  );
}

/** Frequently asked questions. Works without JavaScript. */
export function Questions({ refundsFailures }: { refundsFailures: boolean }) {
  const t = useTranslations("pricing");
  const questions = [
    {
      question: t("questions.costs"),
      answer: t("answers.costs", { chat: CHAT_COST_CREDITS, image: IMAGE_COST_CREDITS, video: VIDEO_COST_CREDITS }),
    },
    { question: t("questions.instalments"), answer: t("answers.instalments") },
    { question: t("questions.failures"), answer: t(refundsFailures ? "answers.refunded" : "answers.notRefunded") },
    { question: t("questions.cancelling"), answer: t("answers.cancelling") },
    { question: t("questions.expiry"), answer: t("answers.expiry") },
    { question: t("questions.payment"), answer: t("answers.payment") },
  ];
  return (
    <Box maw={760} mx="auto">
      {questions.map(({ question, answer }) => (
        <details key={question} className={classes["question"]}>
          <summary>{question}</summary>
          <Text c="dimmed" className={classes["answer"] ?? ""}>
            {answer}
          </Text>
        </details>
      ))}
    </Box>
  );
}
