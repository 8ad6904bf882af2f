import { useDisclosure } from "@mantine/hooks";
import { createContext, lazy, type ReactNode, Suspense, useContext, useMemo } from "react";
import { useHasBeenTrue } from "../page/use-was-true";
import { useBalance } from "../shell/balance";
import { PurchaseWatcher } from "./purchase-watcher";

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
