import { Button, Text } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { FailureNotice } from "../failure/failure-notice";
import { failureFromError } from "../failure/read-failure";
import { chargeNote, httpStatusOf } from "./charge-note";
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
