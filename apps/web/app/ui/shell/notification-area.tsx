import { MantineThemeProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { useMemo } from "react";
import { useTranslations } from "use-intl/react";

/** Mantine's notifications, with an accessible name for their close buttons. */
export function NotificationArea() {
  const t = useTranslations("shell");
  const theme = useMemo(
    () => ({ components: { Notification: { defaultProps: { closeButtonProps: { "aria-label": t("close") } } } } }),
    [t],
  );
  return (
    <MantineThemeProvider theme={theme}>
      <Notifications />
    </MantineThemeProvider>
  );
}
