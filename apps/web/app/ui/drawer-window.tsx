import { Drawer, type DrawerProps } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";

/** SideDrawer loads it on demand. Opens after mounting, so that Mantine remembers which element to return the focus to. */
export function DrawerWindow({ opened, ...props }: DrawerProps) {
  const [isShown, setIsShown] = useState(false);
  const drawer = useRef<HTMLDivElement>(null);
  useEffect(() => setIsShown(opened), [opened]);
  // Mantine would close it together with a dialog above it. That dialog, or its content, may be gone already.
  useWindowEvent("keydown", (event) => {
    if (!isShown || event.key !== "Escape" || event.isComposing) return;
    const overlay = event.composedPath().find((node) => node instanceof Element && node.matches(OVERLAY));
    if (!(overlay instanceof Element) || drawer.current?.contains(overlay)) props.onClose();
  });
  return <Drawer ref={drawer} opened={isShown} {...props} closeOnEscape={false} />;
}

const OVERLAY = "[role=dialog], [role=menu]";
