import type { ApiOutputs } from "@app/api/root";
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useTranslations } from "use-intl/react";
import { useCatalogueItemName } from "../credits/use-item-name";
import { CancelDialog } from "./cancel-dialog";

type BillingOverview = ApiOutputs["billing"]["overview"];

interface CancelButtonProps {
  subscription: BillingOverview["subscriptions"][number];
  billing: BillingOverview;
}

export function CancelButton({ subscription, billing }: CancelButtonProps) {
  const t = useTranslations("billing");
  const name = useCatalogueItemName();
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-label={t("cancel.titled", { plan: name(subscription.planKey) })}
        onClick={open}
      >
        {t("cancel.button")}
      </Button>
      <CancelDialog subscription={subscription} billing={billing} isOpen={isOpen} onClose={close} />
    </>
  );
}
