import { renews } from "@app/core/billing/subscription-status";
import { CATALOGUE, type CatalogueKey, type SubscriptionPlan } from "@app/core/catalogue/plans";
import { Button, Card, Skeleton, Stack, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/use-locale-path";
import { useTRPC } from "~/trpc/client";
import { CreditOffer } from "./credit-offer";
import { useCatalogueItemName } from "./use-item-name";

const OFFER_HEIGHT = 200;

interface PlanOfferProps {
  buying: string | null;
  onBuy: (key: CatalogueKey) => void;
  onGoToPlans: () => void;
}

/** The cheapest monthly plan. Who has a plan already is led to where it can be changed: a second one would be charged beside it. */
export function PlanOffer({ buying, onBuy, onGoToPlans }: PlanOfferProps) {
  const t = useTranslations("credits");
  const path = useLocalePath();
  const name = useCatalogueItemName();
  const billing = useQuery(useTRPC().billing.overview.queryOptions(undefined, { staleTime: 0 }));
  if (billing.isPending) return <Skeleton h={OFFER_HEIGHT} radius="lg" />;
  const subscription = billing.data?.subscriptions.find(({ status }) => renews(status));
  const plan = cheapestMonthlyPlan();
  if (billing.data && !subscription && plan) return <CreditOffer item={plan} buying={buying} onBuy={onBuy} />;
  return (
    <Card padding="md">
      <Stack gap="xs" h="100%">
        <Text fw={600}>{t("change.title")}</Text>
        <Text size="sm">
          {subscription ? t("change.current", { plan: name(subscription.planKey) }) : t("change.unknown")}
        </Text>
        <Button component={Link} to={path("/billing#plans")} onClick={onGoToPlans} mt="auto" variant="default">
          {t("change.link")}
        </Button>
      </Stack>
    </Card>
  );
}

function cheapestMonthlyPlan(): SubscriptionPlan | undefined {
  const monthly = CATALOGUE.flatMap((item) => (item.kind === "subscription" && item.cycle === "month" ? [item] : []));
  return monthly.sort((a, b) => a.priceCents - b.priceCents)[0];
}
