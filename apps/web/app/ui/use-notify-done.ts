import { notifications } from "@mantine/notifications";
import { useFailureText } from "./failure";
import { failureFromError } from "./read-failure";
import { useReloadData } from "./use-reload-data";

/** Returns a function that shows a success message and reloads the page's data. */
export function useNotifyDone(): (message: string) => void {
  const reloadData = useReloadData();
  return (message) => {
    notifications.show({ message, color: "mint" });
    reloadData();
  };
}

/** Returns a function that shows why a call of the API failed, for actions without a place of their own for it. */
export function useNotifyFailure(): (error: unknown) => void {
  const failureText = useFailureText();
  return (error) => {
    notifications.show({ message: failureText(failureFromError(error)), color: "red" });
  };
}
