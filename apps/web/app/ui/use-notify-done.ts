import { notifications } from "@mantine/notifications";
import { useRevalidator } from "@remix-run/react";

/** Returns a function that shows a success message and reloads the page's data. */
export function useNotifyDone(): (message: string) => void {
  const { revalidate } = useRevalidator();
  return (message) => {
    notifications.show({ message, color: "mint" });
    revalidate();
  };
}
