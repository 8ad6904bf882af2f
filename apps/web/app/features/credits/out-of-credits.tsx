import { Alert, Button, Group, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import IconAlertTriangle from "@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs";
import { createContext, lazy, type ReactNode, Suspense, useContext, useEffect, useMemo } from "react";
import { useTranslations } from "use-intl/react";
import { useHasBeenTrue } from "~/ui/lazy-dialogs";
import { useBalance } from "~/ui/shell/viewer";
import { PURCHASE_RETURN_PARAMETER } from "./checkout-return";
import { usePurchaseStatus } from "./use-purchase-status";

/** Fetched once somebody has too few. */
const OutOfCreditsDialog = lazy(async () => ({
  default: (await import("./out-of-credits-dialog")).OutOfCreditsDialog,
}));

interface OutOfCredits {
  /** Opens the dialog that sells credits and leads back to the page one is on. */
  offer(): void;
}

const OutOfCreditsContext = createContext<OutOfCredits>({ offer: () => undefined });

export const useOutOfCredits = (): OutOfCredits => useContext(OutOfCreditsContext);

/** Sells credits wherever they run out, and receives those who come back with them. Signed out there is nothing to sell. */
export function OutOfCreditsProvider({ children }: { children: ReactNode }) {
  const { credits } = useBalance();
  const [isOpen, { open, close }] = useDisclosure(false);
  const wasOpened = useHasBeenTrue(isOpen);
  const outOfCredits = useMemo(() => ({ offer: open }), [open]);
  return (
    <OutOfCreditsContext.Provider value={outOfCredits}>
      {children}
      {credits === null ? null : (
        <>
          {wasOpened ? (
            <Suspense>
              <OutOfCreditsDialog credits={credits} isOpen={isOpen} onClose={close} />
            </Suspense>
          ) : null}
          <PurchaseWatcher credits={credits} />
        </>
      )}
    </OutOfCreditsContext.Provider>
  );
}

/** Warns beside a form whose next use the balance does not cover, with the way to credits. */
export function LowBalanceHint({ costCredits }: { costCredits: number }) {
  const t = useTranslations("credits");
  const { credits } = useBalance();
  const { offer } = useOutOfCredits();
  if (credits === null || credits >= costCredits) return null;
  return (
    <Alert role="note" color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />} p="sm">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{t("hint.text", { cost: costCredits, credits })}</Text>
        <Button size="compact-sm" variant="default" onClick={offer}>
          {t("hint.get")}
        </Button>
      </Group>
    </Alert>
  );
}

const NOTIFICATION_ID = "purchase";
const COMPLETED_SHOWN_MS = 10_000;

/** Receives buyers on the page they left for the checkout, beside what they were doing. */
function PurchaseWatcher({ credits }: { credits: number }) {
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
