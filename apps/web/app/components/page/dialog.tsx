import type { ModalProps } from "@mantine/core";
import { lazy, Suspense } from "react";
import { useHasBeenTrue } from "./use-was-true";

const ModalWindow = lazy(async () => ({ default: (await import("./modal-window")).ModalWindow }));

/** Mantine's Modal, fetched when it is opened the first time. */
export function Dialog(props: ModalProps) {
  if (!useHasBeenTrue(props.opened)) return null;
  return (
    <Suspense>
      <ModalWindow {...props} />
    </Suspense>
  );
}
