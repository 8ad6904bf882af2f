import { isAccountRefusal } from "@app/core/account/refusal";
import { Alert } from "@mantine/core";
import IconAlertCircle from "@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs";
import { isTRPCClientError } from "@trpc/client";
import { useTranslations } from "use-intl/react";
import { FailureNotice } from "~/components/failure/failure-notice";
import { failureFromError } from "~/components/failure/read-failure";

/** Why a change of the account failed: a refusal that is known by name in the reader's language. */
export function AccountFailure({ error }: { error: unknown }) {
  const t = useTranslations("account");
  if (!error) return null;
  const refusal = readRefusalReason(error);
  if (!isAccountRefusal(refusal)) return <FailureNotice failure={failureFromError(error)} />;
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle aria-hidden />}>
      {t(`refusal.${refusal}`)}
    </Alert>
  );
}

function readRefusalReason(error: unknown): unknown {
  if (!isTRPCClientError(error)) return undefined;
  const data: { fields?: Record<string, unknown> } | undefined = error.data;
  return data?.fields?.["refusal"];
}
