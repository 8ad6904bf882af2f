import type { DrawerProps } from "@mantine/core";
import { useState } from "react";
import { lazyComponent } from "./lazy-component";
import type { WindowProps } from "./modal-window";

const ModalWindow = lazyComponent(async () => (await import("./modal-window")).ModalWindow);

/** Mantine's Modal, loaded when first opened. */
export function Dialog(props: WindowProps) {
  if (!useHasBeenTrue(props.opened)) return null;
  return <ModalWindow {...props} />;
}

const DrawerWindow = lazyComponent(async () => (await import("./drawer-window")).DrawerWindow);

/** Mantine's Drawer, loaded when first opened. */
export function SideDrawer(props: DrawerProps) {
  if (!useHasBeenTrue(props.opened)) return null;
  return <DrawerWindow {...props} />;
}

/** Whether `value` has been true since the component was mounted. */
export function useHasBeenTrue(value: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(value);
  if (value && !wasTrue) setWasTrue(true);
  return wasTrue || value;
}
