import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import IconExternalLink from "@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useTRPCClient } from "~/trpc/client";
import { failureFromError } from "../failure/read-failure";
import { useFailureText } from "../failure/use-failure-text";

/** Leads to the provider's own pages, where cards and invoices are. */
export function PortalButton() {
  const t = useTranslations("billing");
  const text = useFailureText();
  const api = useTRPCClient();
  const portal = useMutation({
    mutationFn: () => api.billing.portal.mutate(),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) =>
      notifications.show({
        color: "red",
        message: text(failureFromError(error)),
        closeButtonProps: { "aria-label": t("close") },
      }),
  });
  return (
    <Button
      variant="subtle"
      color="gray"
      rightSection={<IconExternalLink size={16} aria-hidden />}
      loading={portal.isPending}
      onClick={() => portal.mutate()}
    >
      {t("plan.portal")}
    </Button>
  );
}
