import { COLLECTION_WORKS_MAX, COLLECTIONS_MAX, isCollectionRefusal } from "@app/core/collections/collection";
import { useTranslations } from "use-intl/react";
import type { Failure } from "~/ui/failure";
import { FailureNotice } from "~/ui/failure-notice";
import { failureFromError, refusalOf } from "~/ui/read-failure";

const MAX = { nameTaken: 0, tooManyCollections: COLLECTIONS_MAX, collectionFull: COLLECTION_WORKS_MAX } as const;

/** Returns a function that says why a change of a collection failed. Refusals have their own translated texts. */
export function useDescribeCollectionFailure(): (error: unknown) => Failure {
  const t = useTranslations("collections");
  return (error) => {
    const refusal = refusalOf(error);
    if (!isCollectionRefusal(refusal)) return failureFromError(error);
    return { kind: "refused", message: t(`refusal.${refusal}`, { max: MAX[refusal] }) };
  };
}

/** Error of a failed change of a collection. */
export function CollectionFailure({ error }: { error: unknown }) {
  const describe = useDescribeCollectionFailure();
  return error ? <FailureNotice failure={describe(error)} /> : null;
}
