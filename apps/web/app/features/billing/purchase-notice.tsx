import { Alert, Anchor, Button, Group, Loader, Stack, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import IconCheck from "@tabler/icons-react/dist/esm/icons/IconCheck.mjs";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { BILLING_RETURN_PARAMETER, takeInterruptedPath } from "../credits/checkout-return";
import { type CompletedPurchase, usePurchaseStatus } from "../credits/use-purchase-status";

/** Receives whoever comes back from a checkout: how far the payment is, what it brought, and the way back to what it was for. */
export function PurchaseNotice({ credits }: { credits: number }) {
  const t = useTranslations("credits");
  const arrival = usePurchaseStatus(BILLING_RETURN_PARAMETER, credits);
  if (arrival.phase === "none") return null;
  if (arrival.phase === "arrived") return <CompletedPurchaseNotice arrived={arrival.arrived} />;
  if (arrival.phase === "late") {
    return (
      <Alert role="status" color="yellow" mb="lg">
        {t("arrival.late")}
      </Alert>
    );
  }
  return (
    <Alert role="status" mb="lg">
      <Group gap="sm" wrap="nowrap">
        <Loader size="xs" aria-hidden />
        {t(`arrival.${arrival.phase}`)}
      </Group>
    </Alert>
  );
}

function CompletedPurchaseNotice({ arrived }: { arrived: CompletedPurchase }) {
  const t = useTranslations("credits");
  const path = useLocalePath();
  const [interrupted, setInterrupted] = useState<string | null>(null);
  useEffect(() => setInterrupted(takeInterruptedPath()), []);
  return (
    <Alert role="status" color="mint" icon={<IconCheck aria-hidden />} mb="lg" p="md">
      <Stack gap="xs" align="flex-start">
        <Text fw={600}>{t("arrival.arrived", { credits: arrived.creditsGranted })}</Text>
        <Text size="sm">
          {t("arrival.balance", { credits: arrived.balance })}{" "}
          {arrived.paymentId ? (
            <Anchor
              component={Link}
              to={path(`/billing/receipts/${encodeURIComponent(arrived.paymentId)}`)}
              inherit
              c="inherit"
            >
              {t("arrival.receipt")}
            </Anchor>
          ) : null}
        </Text>
        {interrupted ? (
          <Button component={Link} to={interrupted} size="compact-md">
            {t("arrival.back")}
          </Button>
        ) : null}
      </Stack>
    </Alert>
  );
}
