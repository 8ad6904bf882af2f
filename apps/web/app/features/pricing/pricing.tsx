import type { CatalogueItem } from "@app/core/billing/catalogue";
import { Button, Group, Stack } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { lazyComponent } from "~/ui/lazy-component";
import { purchaseIntentPath } from "../credits/purchase-intent";
import { useCycle } from "./billing-cycle";
import { CycleSwitch } from "./cycle-switch";
import { useCatalogueItemName } from "./describe-offer";
import { OfferGrid } from "./offers";

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
        <CycleSwitch current={cycle} hash={hash} />
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
const CheckoutButton = lazyComponent(async () => (await import("./checkout-button")).CheckoutButton);

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
    <CheckoutButton {...look} item={item} fallback={link}>
      {children}
    </CheckoutButton>
  );
}
