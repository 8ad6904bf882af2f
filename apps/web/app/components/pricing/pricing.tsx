import { Button, Group, Stack } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/use-locale-path";
import { useCatalogueItemName } from "../credits/use-item-name";
import { useCycle } from "./cycle";
import { CycleSwitch } from "./cycle-switch";
import { OfferGrid } from "./offer-grid";

interface PricingProps {
  isSignedIn: boolean;
  /** Where choosing a cycle leads within the page, with the hash sign; empty for its top. */
  hash?: string;
}

/** The plans and the pack, for someone who may not have an account yet. */
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
