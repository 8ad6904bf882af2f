import { Alert, Anchor, Button, Group, Loader, Stack, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import IconCheck from "@tabler/icons-react/dist/esm/icons/IconCheck.mjs";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useLocalePath } from "~/i18n/page-language";
import { BILLING_RETURN_PARAMETER, takeInterruptedPath } from "../credits/checkout-return";
import { type CompletedPurchase, usePurchaseStatus } from "../credits/use-purchase-status";

/** Shows the purchase status after a checkout, and a link back to the page where the user ran out of credits. */
export function PurchaseNotice({ credits }: { credits: number }) {
  const t = useTranslations("credits");
  const format = useFormat();
  const status = usePurchaseStatus(BILLING_RETURN_PARAMETER, credits);
  if (status.phase === "none") return null;
  if (status.phase === "completed") return <CompletedPurchaseNotice purchase={status.purchase} />;
  if (status.phase === "trial") {
    return (
      <Alert role="status" color="mint" icon={<IconCheck aria-hidden />} mb="lg">
        {t("purchase.trial", { date: format.date(status.endsAt) })}
      </Alert>
    );
  }
  if (status.phase === "late") {
    return (
      <Alert role="status" color="yellow" mb="lg">
        {t("purchase.late")}
      </Alert>
    );
  }
  return (
    <Alert role="status" mb="lg">
      <Group gap="sm" wrap="nowrap">
        <Loader size="xs" aria-hidden />
        {t(`purchase.${status.phase}`)}
      </Group>
    </Alert>
  );
}

function CompletedPurchaseNotice({ purchase }: { purchase: CompletedPurchase }) {
  const t = useTranslations("credits");
  const path = useLocalePath();
  const [interruptedPath, setInterruptedPath] = useState<string | null>(null);
  useEffect(() => setInterruptedPath(takeInterruptedPath()), []);
  return (
    <Alert role="status" color="mint" icon={<IconCheck aria-hidden />} mb="lg" p="md">
      <Stack gap="xs" align="flex-start">
        <Text fw={600}>{t("purchase.completed", { credits: purchase.creditsGranted })}</Text>
        <Text size="sm">
          {t("purchase.balance", { credits: purchase.balance })}{" "}
          {purchase.paymentId ? (
            <Anchor
              component={Link}
              to={path(`/billing/receipts/${encodeURIComponent(purchase.paymentId)}`)}
              inherit
              c="inherit"
            >
              {t("purchase.receipt")}
            </Anchor>
          ) : null}
        </Text>
        {interruptedPath ? (
          <Button component={Link} to={interruptedPath} size="compact-md">
            {t("purchase.back")}
          </Button>
        ) : null}
      </Stack>
    </Alert>
  );
}
