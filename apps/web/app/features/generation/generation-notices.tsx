import { Alert, Button, Text } from "@mantine/core";
import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { type Failure, mayStillRun } from "~/ui/failure";
import { FailureNotice } from "~/ui/failure-notice";
import { failureFromError, httpStatusOf } from "~/ui/read-failure";
import { useReasonText } from "./use-reason-text";

interface GenerationFailureProps {
  error: unknown;
  /** Whether the service refunds failed generations. */
  refundsFailures: boolean;
  retryLabel: string;
  onRetry: () => void;
}

/** Failures whose own text says that nothing was charged. */
const NOTHING_CHARGED_KINDS: ReadonlySet<Failure["kind"]> = new Set(["tooMany", "notConfigured"]);

/** Shows why a request failed and whether it was charged, with a retry button. */
export function GenerationFailure({ error, refundsFailures, retryLabel, onRetry }: GenerationFailureProps) {
  const t = useTranslations("studio");
  const reason = useReasonText();
  const failure = failureFromError(error);
  const note = chargeNote(failure, httpStatusOf(error), refundsFailures);
  return (
    <FailureNotice
      failure={failure.kind === "refused" ? { kind: "refused", message: reason(failure.message) } : failure}
    >
      {NOTHING_CHARGED_KINDS.has(failure.kind) ? null : (
        <Text size="sm" mt={4}>
          {t(`charge.${note}`)}
        </Text>
      )}
      <Button size="xs" variant="default" mt="sm" display="block" onClick={onRetry}>
        {retryLabel}
      </Button>
    </FailureNotice>
  );
}

const SERVER_ERROR_MIN = 500;
/** The reference picture could not be loaded, or no backend is configured: the generation was not started. */
const NOT_STARTED: ReadonlySet<number> = new Set([502, 503]);

/** Whether a failed request was charged. */
export type ChargeNote = "kept" | "refunded" | "nothingCharged" | "chargedOnce" | "unknown";

/**
 * Only a generation that was started is charged, and only its failures have a 5xx status other than these. A request that may still run is
 * charged once however often it is retried, because retries have the same Idempotency-Key. An error that nobody expected may have come
 * before or after the charge.
 */
export function chargeNote(failure: Failure, status: number | null, refundsFailures: boolean): ChargeNote {
  if (mayStillRun(failure)) return "chargedOnce";
  if (status === null) return "unknown";
  if (status < SERVER_ERROR_MIN || NOT_STARTED.has(status)) return "nothingCharged";
  if (failure.kind !== "refused") return "unknown";
  return refundsFailures ? "refunded" : "kept";
}

/** Shown when the URL names an earlier generation that does not exist or belongs to another user. */
export function RerunSourceMissing() {
  const t = useTranslations("studio");
  return (
    <Alert color="yellow" mb="lg" role="status">
      {t("earlierMissing")}
    </Alert>
  );
}

/** Fills the form with the settings of an earlier generation, once. Then removes it from the URL, so that later changes survive a reload. */
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
