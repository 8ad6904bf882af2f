import { CATALOGUE, type CatalogueItem, type CatalogueKey } from "@app/core/catalogue/plans";
import { Alert, Anchor, SimpleGrid, Stack, Text } from "@mantine/core";
import { Link, useLocation } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/use-locale-path";
import { failureFromError } from "../failure/read-failure";
import { useFailureText } from "../failure/use-failure-text";
import { Dialog } from "../page/dialog";
import { CreditOffer } from "./credit-offer";
import { PlanOffer } from "./plan-offer";
import { saveInterruptedPath } from "./remembered-purchase";
import { checkoutReturnUrls, PURCHASE_RETURN_PARAMETER } from "./return-address";
import { useCheckout } from "./use-checkout";

interface OutOfCreditsDialogProps {
  credits: number;
  isOpen: boolean;
  onClose: () => void;
}

const PACKS: readonly CatalogueItem[] = CATALOGUE.filter((item) => item.kind === "one_time");

/** Sells the pack and the cheapest plan without leaving the page for longer than the payment takes. */
export function OutOfCreditsDialog({ credits, isOpen, onClose }: OutOfCreditsDialogProps) {
  const t = useTranslations("credits");
  const path = useLocalePath();
  const { pathname, search } = useLocation();
  const checkout = useCheckout();
  const failureText = useFailureText();
  const buy = (key: CatalogueKey) =>
    checkout.mutate({ key, ...checkoutReturnUrls(window.location.href, PURCHASE_RETURN_PARAMETER) });
  const goToPlans = () => {
    saveInterruptedPath(`${pathname}${search}`);
    onClose();
  };
  const buying = checkout.isPending ? checkout.variables.key : null;
  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      title={t("out.title")}
      size="lg"
      centered
      styles={{ title: { fontWeight: 600 } }}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <Stack gap="md">
        <Text>
          {credits < 0 ? t("out.debt", { credits: -credits }) : t("out.balance", { credits })} {t("out.text")}
        </Text>
        {checkout.error ? <Alert color="red">{failureText(failureFromError(checkout.error))}</Alert> : null}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {PACKS.map((item) => (
            <CreditOffer key={item.key} item={item} buying={buying} onBuy={buy} isMain />
          ))}
          <PlanOffer buying={buying} onBuy={buy} onGoToPlans={goToPlans} />
        </SimpleGrid>
        <Anchor component={Link} to={path("/billing#plans")} onClick={goToPlans} size="sm">
          {t("out.allPlans")}
        </Anchor>
      </Stack>
    </Dialog>
  );
}
