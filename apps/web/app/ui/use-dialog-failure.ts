import { notifications } from "@mantine/notifications";
import { useEffect, useRef } from "react";
import { type Failure, useFailureText } from "./failure";
import { failureFromError } from "./read-failure";

interface DialogAction {
  error: unknown;
  reset: () => void;
}

/**
 * The failure of the action that a dialog confirms. Opened again, the dialog does not show the last one. One that comes after the dialog was
 * closed is shown as a notification: the user believes that the action was done.
 * @param describe Turns the error into a failure.
 * @returns the failure to show in the dialog, and a property of the dialog
 */
export function useDialogFailure(
  isOpen: boolean,
  { error, reset }: DialogAction,
  describe: (error: unknown) => Failure = failureFromError,
) {
  const failureText = useFailureText();
  const failure = error ? describe(error) : null;
  const text = failure ? failureText(failure) : null;
  const latest = useRef({ isOpen, text, reset });
  latest.current = { isOpen, text, reset };
  useEffect(() => {
    if (!error || latest.current.isOpen) return;
    notifications.show({ message: latest.current.text, color: "red" });
    latest.current.reset();
  }, [error]);
  const onExitTransitionEnd = () => {
    if (error) reset();
  };
  return { failure, onExitTransitionEnd };
}

/**
 * For a form that is gone once its dialog is closed, and for an action whose page may be left. Returns a handler for a failure of the action:
 * one that comes after that is shown as a notification.
 */
export function useNotifyLateFailure(
  describe: (error: unknown) => Failure = failureFromError,
): (error: unknown) => void {
  const failureText = useFailureText();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return (error) => {
    if (!isShown.current) notifications.show({ message: failureText(describe(error)), color: "red" });
  };
}
