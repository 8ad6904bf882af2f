import { Alert } from "@mantine/core";
import { useTranslations } from "use-intl/react";

/** Says before anybody tries that the service has no backend for this. */
export function NotConfigured({ part }: { part: "chat" | "image" | "video" }) {
  const t = useTranslations("studio.notConfigured");
  return (
    <Alert color="yellow" mb="lg" role="status">
      {t(part)}
    </Alert>
  );
}
