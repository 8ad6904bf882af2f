import type { DrawerProps } from "@mantine/core";
import { lazy, Suspense } from "react";
import { useHasBeenTrue } from "./use-was-true";

const DrawerWindow = lazy(async () => ({ default: (await import("./drawer-window")).DrawerWindow }));

/** Mantine's Drawer, fetched when it is opened the first time. */
export function SideDrawer(props: DrawerProps) {
  if (!useHasBeenTrue(props.opened)) return null;
  return (
    <Suspense>
      <DrawerWindow {...props} />
    </Suspense>
  );
}
