import { Modal, type ModalProps } from "@mantine/core";
import { useEffect, useState } from "react";

/** Dialog loads it on demand. Opens after mounting, so that Mantine remembers which element to return the focus to. */
export function ModalWindow({ opened, ...props }: ModalProps) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => setIsShown(opened), [opened]);
  return <Modal opened={isShown} {...props} />;
}
