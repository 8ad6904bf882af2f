import { useTranslations } from "use-intl/react";
import type { Device } from "./read-device";

/** What a device is called in the list of sessions. */
export function useDeviceName(): (device: Device) => string {
  const t = useTranslations("account");
  return ({ browser, system }) => {
    if (browser && system) return t("sessions.browserOnSystem", { browser, system });
    return browser ?? system ?? t("sessions.unknownDevice");
  };
}
