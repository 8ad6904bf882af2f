import { Modal, type ModalProps } from "@mantine/core";
import { useEffect, useState } from "react";

/** Apart from Dialog, which fetches it. It opens after it is there: the focus goes back to where it was then. */
export function ModalWindow({ opened, ...window }: ModalProps) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => setIsShown(opened), [opened]);
  return <Modal opened={isShown} {...window} />;
}
