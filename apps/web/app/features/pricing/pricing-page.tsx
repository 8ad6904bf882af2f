import type { CatalogueItem } from "@app/core/billing/catalogue";
import { CHAT_COST_CREDITS, IMAGE_COST_CREDITS, VIDEO_COST_CREDITS } from "@app/core/credits/costs";
import { Box, Button, Group, Stack, Text, Title } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { Link } from "@remix-run/react";
import { lazy, Suspense } from "react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { purchaseIntentPath } from "../credits/purchase-intent";
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

/** The offers. Their buttons open the checkout or, when signed out, lead to it by way of signing up. */
export function Pricing({ isSignedIn, hash = "" }: PricingProps) {
  const t = useTranslations("pricing");
  const itemName = useCatalogueItemName();
  const cycle = useCycle();
  return (
    <Stack gap="xl">
      <Group justify="center">
        <CycleSwitch hash={hash} />
      </Group>
      <OfferGrid
        cycle={cycle}
        actionFor={(item) => (
          <OfferButton item={item} isSignedIn={isSignedIn}>
            {item.kind === "one_time" ? t("getPack") : t("getPlan", { plan: itemName(item.key) })}
          </OfferButton>
        )}
      />
    </Stack>
  );
}

/** Signed-out browsers load neither the checkout nor the client of the API. */
const CheckoutButton = lazy(async () => ({ default: (await import("./checkout-button")).CheckoutButton }));

/** A link until the page is interactive, so that it works without JavaScript. */
function OfferButton({ item, isSignedIn, children }: { item: CatalogueItem; isSignedIn: boolean; children: string }) {
  const path = useLocalePath();
  const isInteractive = useMounted();
  const isMain = item.kind === "subscription" && item.key.startsWith("pro");
  const look = { size: "md", variant: isMain ? "filled" : "default", fullWidth: true };
  const checkout = path(purchaseIntentPath(item.key));
  const link = (
    <Button
      {...look}
      component={Link}
      to={isSignedIn ? checkout : path(`/sign-up?${new URLSearchParams({ callbackUrl: checkout })}`)}
    >
      {children}
    </Button>
  );
  if (!isSignedIn || !isInteractive) return link;
  return (
    <Suspense fallback={link}>
      <CheckoutButton {...look} item={item}>
        {children}
      </CheckoutButton>
    </Suspense>
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
