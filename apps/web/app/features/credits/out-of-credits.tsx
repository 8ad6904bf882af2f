import { Alert, Button, Group, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import IconAlertTriangle from "@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs";
import { createContext, type ReactNode, useContext, useEffect, useMemo } from "react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { lazyComponent } from "~/ui/lazy-component";
import { useHasBeenTrue } from "~/ui/lazy-dialogs";
import { useBalance } from "~/ui/shell/viewer";
import { PURCHASE_RETURN_PARAMETER } from "./checkout-return";
import { usePurchaseStatus } from "./use-purchase-status";

/** Loaded when it is opened for the first time. */
const OutOfCreditsDialog = lazyComponent(async () => (await import("./out-of-credits-dialog")).OutOfCreditsDialog);

interface OutOfCredits {
  /** Opens the dialog that sells credits. */
  offer(): void;
}

const OutOfCreditsContext = createContext<OutOfCredits>({ offer: () => undefined });

export const useOutOfCredits = (): OutOfCredits => useContext(OutOfCreditsContext);

/** Provides the out-of-credits dialog and watches for returns from a checkout. Renders neither when signed out. */
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
          {wasOpened ? <OutOfCreditsDialog credits={credits} isOpen={isOpen} onClose={close} /> : null}
          <PurchaseWatcher credits={credits} />
        </>
      )}
    </OutOfCreditsContext.Provider>
  );
}

/** Warning next to a form when the balance does not cover its cost. */
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

/** Shows the purchase status as a notification on the page the checkout was started from. */
function PurchaseWatcher({ credits }: { credits: number }) {
  const t = useTranslations("credits");
  const format = useFormat();
  const status = usePurchaseStatus(PURCHASE_RETURN_PARAMETER, credits);
  useEffect(() => {
    if (status.phase === "none") return;
    const purchase = status.phase === "completed" ? status.purchase : null;
    const message = purchase
      ? t("purchase.balance", { credits: purchase.balance })
      : status.phase === "trial"
        ? t("purchase.trial", { date: format.date(status.endsAt) })
        : t(`purchase.${status.phase}`);
    const isWaiting = status.phase === "confirming" || status.phase === "waiting";
    const notification = {
      id: NOTIFICATION_ID,
      // At the top, so that it does not cover the submit button at the end of a form.
      position: "top-center" as const,
      message,
      title: purchase && t("purchase.completed", { credits: purchase.creditsGranted }),
      loading: isWaiting,
      color: status.phase === "late" ? "yellow" : "mint",
      autoClose: purchase ? COMPLETED_SHOWN_MS : false,
      withCloseButton: !isWaiting,
      closeButtonProps: { "aria-label": t("close") },
    };
    if (status.phase === "confirming") notifications.show(notification);
    else notifications.update(notification);
  }, [status, t, format]);
  return null;
}
