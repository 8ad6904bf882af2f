import type { ApiOutputs } from "@app/api/root";
import { Alert, Button, type ButtonProps, Stack } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useTRPCClient } from "~/trpc/client";
import { FailureNotice } from "~/ui/failure-notice";
import { failureFromError } from "~/ui/read-failure";
import { useNotifyLateFailure } from "~/ui/use-dialog-failure";
import { useReloadData } from "~/ui/use-reload-data";
import { useCatalogueItemName } from "../pricing/describe-offer";

interface ResumeButtonProps extends ButtonProps {
  subscription: ApiOutputs["billing"]["overview"]["subscriptions"][number];
}

/** Takes the cancellation of a plan back, and says next to the button if that fails. */
export function ResumeButton({ subscription, ...button }: ResumeButtonProps) {
  const t = useTranslations("billing");
  const format = useFormat();
  const plan = useCatalogueItemName()(subscription.planKey);
  const api = useTRPCClient();
  const reloadData = useReloadData();
  const resume = useMutation({
    mutationFn: () => api.billing.resume.mutate({ subscriptionId: subscription.id }),
    onSuccess: ({ isConfirmed }) => {
      reloadData();
      if (!isConfirmed) return;
      const message = t("resume.done", { plan, date: format.date(subscription.currentPeriodEnd) });
      notifications.show({ message, closeButtonProps: { "aria-label": t("close") } });
    },
    onError: useNotifyLateFailure(),
  });
  return (
    <Stack gap="xs">
      {resume.error ? <FailureNotice failure={failureFromError(resume.error)} /> : null}
      {resume.data?.isConfirmed === false ? (
        <Alert role="status" color="yellow">
          {t("resume.late")}
        </Alert>
      ) : null}
      <Button
        {...button}
        aria-label={t("resume.titled", { plan })}
        loading={resume.isPending}
        onClick={() => resume.mutate()}
      >
        {t("resume.button")}
      </Button>
    </Stack>
  );
}
