import type { DrawerProps, ModalProps } from "@mantine/core";
import { lazy, Suspense, useState } from "react";

const ModalWindow = lazy(async () => ({ default: (await import("./modal-window")).ModalWindow }));

/** Mantine's Modal, loaded when first opened. */
export function Dialog(props: ModalProps) {
  if (!useHasBeenTrue(props.opened)) return null;
  return (
    <Suspense>
      <ModalWindow {...props} />
    </Suspense>
  );
}

const DrawerWindow = lazy(async () => ({ default: (await import("./drawer-window")).DrawerWindow }));

/** Mantine's Drawer, loaded when first opened. */
export function SideDrawer(props: DrawerProps) {
  if (!useHasBeenTrue(props.opened)) return null;
  return (
    <Suspense>
      <DrawerWindow {...props} />
    </Suspense>
  );
}

/** Whether `value` has been true since the component was mounted. */
export function useHasBeenTrue(value: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(value);
  if (value && !wasTrue) setWasTrue(true);
  return wasTrue || value;
}
