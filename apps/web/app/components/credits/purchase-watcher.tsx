import { notifications } from "@mantine/notifications";
import { useEffect } from "react";
import { useTranslations } from "use-intl/react";
import { PURCHASE_RETURN_PARAMETER } from "./return-address";
import { usePurchaseStatus } from "./use-purchase-arrival";

const NOTIFICATION_ID = "purchase";
const COMPLETED_SHOWN_MS = 10_000;

/** Receives buyers on the page they left for the checkout, beside what they were doing. */
export function PurchaseWatcher({ credits }: { credits: number }) {
  const t = useTranslations("credits");
  const arrival = usePurchaseStatus(PURCHASE_RETURN_PARAMETER, credits);
  useEffect(() => {
    if (arrival.phase === "none") return;
    const message = {
      confirming: t("arrival.confirming"),
      waiting: t("arrival.waiting"),
      late: t("arrival.late"),
      arrived: arrival.phase === "arrived" ? t("arrival.balance", { credits: arrival.arrived.balance }) : "",
    }[arrival.phase];
    const isWaiting = arrival.phase === "confirming" || arrival.phase === "waiting";
    const shown = {
      id: NOTIFICATION_ID,
      // Whoever comes back wants to go on at once: forms end at the bottom.
      position: "top-center" as const,
      message,
      title: arrival.phase === "arrived" ? t("arrival.arrived", { credits: arrival.arrived.creditsGranted }) : null,
      loading: isWaiting,
      color: arrival.phase === "late" ? "yellow" : "mint",
      autoClose: arrival.phase === "arrived" ? COMPLETED_SHOWN_MS : false,
      withCloseButton: !isWaiting,
      closeButtonProps: { "aria-label": t("close") },
    };
    if (arrival.phase === "confirming") notifications.show(shown);
    else notifications.update(shown);
  }, [arrival, t]);
  return null;
}
