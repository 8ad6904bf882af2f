import { notifications } from "@mantine/notifications";
import { useRevalidator } from "@remix-run/react";

/** Says that an administrator's deed is done, and loads the page's data anew. */
export function useActionDone(): (message: string) => void {
  const { revalidate } = useRevalidator();
  return (message) => {
    notifications.show({ message, color: "mint" });
    revalidate();
  };
}
