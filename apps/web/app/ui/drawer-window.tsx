import { Drawer, type DrawerProps } from "@mantine/core";
import { useEffect, useState } from "react";

/** SideDrawer loads it on demand. Opens after mounting, so that Mantine remembers which element to return the focus to. */
export function DrawerWindow({ opened, ...props }: DrawerProps) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => setIsShown(opened), [opened]);
  return <Drawer opened={isShown} {...props} />;
}
