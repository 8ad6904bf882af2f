import { Modal, type ModalProps } from "@mantine/core";
import { type MouseEvent, useEffect, useState } from "react";

export type WindowProps = Omit<ModalProps, "closeOnClickOutside" | "overlayProps">;

/**
 * Dialog loads it on demand. Opens after mounting, so that Mantine remembers which element to return the focus to.
 *
 * A click outside closes it, but not the second click of a double click. The first click may have removed a failure notice, and then the
 * lower dialog is no longer under the pointer: it must stay open to show how the action ended.
 */
export function ModalWindow({ opened, ...props }: WindowProps) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => setIsShown(opened), [opened]);
  const closeAtFirstClick = ({ detail }: MouseEvent) => {
    if (detail <= 1) props.onClose();
  };
  return (
    <Modal opened={isShown} {...props} closeOnClickOutside={false} overlayProps={{ onClick: closeAtFirstClick }} />
  );
}
