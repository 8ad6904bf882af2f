import {
  CATALOGUE,
  type CatalogueItem,
  type CatalogueKey,
  findPlan,
  type SubscriptionPlan,
} from "@app/core/billing/catalogue";
import { affordableUnits, offerFigures } from "@app/core/billing/offer-figures";
import { canResume, renews } from "@app/core/billing/subscription-status";
import { Alert, Anchor, Button, Card, Group, SimpleGrid, Skeleton, Stack, Text } from "@mantine/core";
import { Link, useLocation } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useLocalePath } from "~/i18n/page-language";
import { useTRPC } from "~/trpc/client";
import { type Failure, useFailureText } from "~/ui/failure";
import { Dialog } from "~/ui/lazy-dialogs";
import { failureFromError } from "~/ui/read-failure";
import { useCatalogueItemName } from "../pricing/describe-offer";
import { useChatPrice } from "./chat-price";
import { checkoutReturnUrls, PURCHASE_RETURN_PARAMETER, saveInterruptedPath } from "./checkout-return";
import { useCheckout } from "./use-checkout";

interface OutOfCreditsDialogProps {
  credits: number;
  isOpen: boolean;
  onClose: () => void;
}

const PACKS: readonly CatalogueItem[] = CATALOGUE.filter((item) => item.kind === "one_time");

/** Offers the credit pack and the cheapest plan. After the payment the user returns to the same page. */
export function OutOfCreditsDialog({ credits, isOpen, onClose }: OutOfCreditsDialogProps) {
  const t = useTranslations("credits");
  const tBilling = useTranslations("billing");
  const path = useLocalePath();
  const { pathname, search } = useLocation();
  const checkout = useCheckout();
  const buy = (key: CatalogueKey) =>
    checkout.mutate({
      key,
      ...checkoutReturnUrls(window.location.href, PURCHASE_RETURN_PARAMETER),
      // A plan may have been bought in another browser since the dialog was opened. Without this field it would be sold as well, and both would renew.
      isFirstPlan: true,
    });
  const close = () => {
    checkout.withdraw();
    onClose();
  };
  const goToPlans = () => {
    saveInterruptedPath(`${pathname}${search}`);
    close();
  };
  const purchase = {
    debt: Math.max(-credits, 0),
    buying: checkout.isPending ? checkout.variables.key : null,
    failed: checkout.error ? { key: checkout.variables.key, failure: failureFromError(checkout.error) } : null,
    onBuy: buy,
  };
  return (
    <Dialog
      opened={isOpen}
      onClose={close}
      title={t("out.title")}
      size="lg"
      centered
      styles={{ title: { fontWeight: 600 } }}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <Stack gap="md">
        <Text>
          {credits < 0 ? tBilling("balance.debtText", { credits: -credits }) : t("out.balance", { credits })}{" "}
          {t("out.text")}
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {PACKS.map((item) => (
            <CreditOffer key={item.key} item={item} {...purchase} isMain />
          ))}
          <PlanOffer {...purchase} onGoToPlans={goToPlans} />
        </SimpleGrid>
        <Anchor component={Link} to={path("/billing#plans")} onClick={goToPlans} size="sm">
          {t("out.allPlans")}
        </Anchor>
      </Stack>
    </Dialog>
  );
}

const OFFER_HEIGHT = 200;

interface Purchase {
  /** Credits that the buyer owes. New credits cover them first. */
  debt: number;
  /** Key of the item being bought, or null. */
  buying: string | null;
  /** The item whose checkout could not be opened, and why. */
  failed: { key: string; failure: Failure } | null;
  onBuy: (key: CatalogueKey) => void;
}

/**
 * Offers the cheapest monthly plan. Subscribers get a link to change their plan instead, so that they do not pay for two plans. So do those who
 * have canceled that plan and can still resume it, which costs nothing. To subscribers of the biggest plan there is no other to offer.
 */
function PlanOffer({ onGoToPlans, ...purchase }: Purchase & { onGoToPlans: () => void }) {
  const t = useTranslations("credits");
  const path = useLocalePath();
  const chatPrice = useChatPrice();
  const name = useCatalogueItemName();
  const billing = useQuery(useTRPC().billing.overview.queryOptions(undefined, { staleTime: 0 }));
  if (billing.isPending) return <Skeleton h={OFFER_HEIGHT} radius="lg" />;
  const subscriptions = billing.data?.subscriptions ?? [];
  const subscription = subscriptions.find(({ status }) => renews(status));
  if (subscription?.status === "active" && hasMostCredits(subscription.planKey, chatPrice)) return null;
  const plan = cheapestMonthlyPlan();
  const isResumable = subscriptions.some(
    (one) => one.planKey === plan?.key && canResume(one, subscriptions, new Date()),
  );
  if (billing.data && !subscription && !isResumable && plan) return <CreditOffer item={plan} {...purchase} />;
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

/** Whether no plan brings more credits a month. */
function hasMostCredits(planKey: string, chatPrice: number): boolean {
  const creditsOf = (item: CatalogueItem) => offerFigures(item, chatPrice).periodCredits;
  const plan = findPlan(planKey);
  return plan !== undefined && CATALOGUE.every((item) => creditsOf(item) <= creditsOf(plan));
}

interface CreditOfferProps extends Purchase {
  item: CatalogueItem;
  isMain?: boolean;
}

function CreditOffer({ item, debt, buying, failed, onBuy, isMain = false }: CreditOfferProps) {
  const t = useTranslations("credits");
  const format = useFormat();
  const name = useCatalogueItemName();
  const failureText = useFailureText();
  const chatPrice = useChatPrice();
  const credits = item.kind === "one_time" ? item.credits : item.creditsPerCycle;
  const usable = credits - debt;
  return (
    <Card padding="md">
      <Stack gap="xs" h="100%">
        <Text fw={600}>{name(item.key)}</Text>
        <Group align="baseline" gap={6}>
          <Text fz={24} fw={700} lh={1.1}>
            {format.money(item.priceCents, item.currency)}
          </Text>
          <Text size="sm" c="dimmed">
            {item.kind === "one_time" ? t("offer.once") : t("offer.monthly")}
          </Text>
        </Group>
        <Text size="sm">
          {item.kind === "one_time" ? t("offer.now", { credits }) : t("offer.eachMonth", { credits })}
        </Text>
        {usable > 0 ? (
          <Text size="sm" c="dimmed">
            {t("offer.buys", affordableUnits(usable, chatPrice))}
          </Text>
        ) : null}
        {failed?.key === item.key ? (
          <Alert color="red" variant="light" p="xs" mt="auto">
            {failureText(failed.failure)}
          </Alert>
        ) : null}
        <Button
          mt={failed?.key === item.key ? 0 : "auto"}
          variant={isMain ? "filled" : "default"}
          loading={buying === item.key}
          disabled={buying !== null}
          onClick={() => onBuy(item.key)}
        >
          {t("offer.buy", { name: name(item.key) })}
        </Button>
      </Stack>
    </Card>
  );
}
