import { useTranslations } from "use-intl/react";
import type { Failure } from "./failure";

/** A failure in the reader's language; what the service said is told as it said it. */
export function useFailureText(): (failure: Failure) => string {
  const t = useTranslations("failure");
  return (failure) => {
    if (failure.kind === "refused") return failure.said;
    return failure.kind === "status" ? t("status", { status: failure.status }) : t(`kind.${failure.kind}`);
  };
}
