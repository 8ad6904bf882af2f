import { COLLECTION_WORKS_MAX, COLLECTIONS_MAX, isCollectionRefusal } from "@app/core/collections/collection";
import { Alert } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { FailureNotice } from "~/ui/failure-notice";
import { failureFromError, refusalOf } from "~/ui/read-failure";

const MAX = { nameTaken: 0, tooManyCollections: COLLECTIONS_MAX, collectionFull: COLLECTION_WORKS_MAX } as const;

/** Error of a failed change of a collection. */
export function CollectionFailure({ error }: { error: unknown }) {
  const t = useTranslations("collections");
  if (!error) return null;
  const refusal = refusalOf(error);
  if (!isCollectionRefusal(refusal)) return <FailureNotice failure={failureFromError(error)} />;
  return (
    <Alert color="red" variant="light">
      {t(`refusal.${refusal}`, { max: MAX[refusal] })}
    </Alert>
  );
}
