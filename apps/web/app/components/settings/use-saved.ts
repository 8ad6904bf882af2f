import { notifications } from "@mantine/notifications";
import { useRevalidator } from "@remix-run/react";

/** Says that a setting is saved, and loads the page's data anew. */
export function useNotifySaved(): (message: string) => void {
  const { revalidate } = useRevalidator();
  return (message) => {
    notifications.show({ message, color: "mint" });
    revalidate();
  };
}
