import { Drawer, type DrawerProps } from "@mantine/core";
import { useEffect, useState } from "react";

/** Apart from SideSheet, which fetches it. It opens after it is there: the focus goes back to where it was then. */
export function DrawerWindow({ opened, ...window }: DrawerProps) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => setIsShown(opened), [opened]);
  return <Drawer opened={isShown} {...window} />;
}
