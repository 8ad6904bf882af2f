import { Alert, Button, Text } from "@mantine/core";
import { useLocation, useNavigate } from "@remix-run/react";
import { isTRPCClientError } from "@trpc/client";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl/react";
import type { Failure } from "~/ui/failure";
import { FailureNotice } from "~/ui/failure-notice";
import { failureFromError } from "~/ui/read-failure";
import { useReasonText } from "./use-reason-text";

interface GenerationFailureProps {
  error: unknown;
  /** Whether the service returns the credits of what failed. */
  refundsFailures: boolean;
  retryLabel: string;
  onRetry: () => void;
}

/** Why a request failed, what became of its credits, and the way to send it again. */
export function GenerationFailure({ error, refundsFailures, retryLabel, onRetry }: GenerationFailureProps) {
  const t = useTranslations("studio");
  const reason = useReasonText();
  const failure = failureFromError(error);
  const note = chargeNote(failure, httpStatusOf(error), refundsFailures);
  return (
    <FailureNotice failure={failure.kind === "refused" ? { kind: "refused", said: reason(failure.said) } : failure}>
      {note ? (
        <Text size="sm" mt={4}>
          {t(`charge.${note}`)}
        </Text>
      ) : null}
      <Button size="xs" variant="default" mt="sm" display="block" onClick={onRetry}>
        {retryLabel}
      </Button>
    </FailureNotice>
  );
}

const SERVER_ERROR_MIN = 500;
/** A reference picture could not be loaded. Nothing is begun then. */
const UPSTREAM_FAILED = 502;

/** What has become of the credits of a request that failed. */
export type ChargeNote = "kept" | "refunded" | "nothingCharged" | "chargedOnce";

/**
 * Only a generation that was begun has cost anything, and only its failures are answered as the server's. One that could not be sent, or
 * whose answer was lost, is charged once however often the same is sent. Null where nothing can be said.
 */
export function chargeNote(failure: Failure, status: number | null, refundsFailures: boolean): ChargeNote | null {
  if (failure.kind === "unreachable") return "chargedOnce";
  if (failure.kind !== "refused" || status === null) return null;
  if (status < SERVER_ERROR_MIN || status === UPSTREAM_FAILED) return "nothingCharged";
  return refundsFailures ? "refunded" : "kept";
}

/** The HTTP status of a failed call; null for one that got no answer. */
function httpStatusOf(error: unknown): number | null {
  if (!isTRPCClientError(error)) return null;
  const data: { httpStatus?: number } | undefined = error.data;
  return data?.httpStatus ?? null;
}

/** Says before anybody tries that the service has no backend for this. */
export function NotConfigured({ part }: { part: "chat" | "image" | "video" }) {
  const t = useTranslations("studio.notConfigured");
  return (
    <Alert color="yellow" mb="lg" role="status">
      {t(part)}
    </Alert>
  );
}

/** The address named an earlier generation that is not there, or not this reader's. */
export function RerunSourceMissing() {
  const t = useTranslations("studio");
  return (
    <Alert color="yellow" mb="lg" role="status">
      {t("earlierMissing")}
    </Alert>
  );
}

/** Fills in what an earlier generation was made from, once: the address then forgets it, so that later changes survive a reload. */
export function useRerun<Earlier>(earlier: Earlier | null, fill: (earlier: Earlier) => void): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const latest = useRef(fill);
  latest.current = fill;
  useEffect(() => {
    if (earlier === null) return;
    latest.current(earlier);
    navigate(pathname, { replace: true, preventScrollReset: true });
  }, [earlier, navigate, pathname]);
}
