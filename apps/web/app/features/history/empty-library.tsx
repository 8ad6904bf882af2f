import { Button } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { NothingFoundIllustration } from "~/ui/illustrations/nothing-found";
import { LibraryIllustration } from "~/ui/illustrations/works";
import { EmptyState } from "~/ui/page-layout";
import { type HistoryFields, isFiltered } from "./history-filter";

interface EmptyLibraryProps {
  fields: HistoryFields;
  /** Whether the address names a collection that was deleted, perhaps in another tab. */
  isCollectionGone: boolean;
}

/** Says why the list is empty, and what to do next. */
export function EmptyLibrary({ fields, isCollectionGone }: EmptyLibraryProps) {
  const t = useTranslations("history");
  const path = useLocalePath();
  const filters = Object.values(fields).filter((field) => field !== "").length;
  const isOneSet = filters === 1 && (fields.favorites !== "" || fields.collection !== "");
  if (isOneSet || isCollectionGone) {
    const wholeLibrary = (
      <Button component={Link} to={path("/history")} variant="light">
        {t("showAll")}
      </Button>
    );
    return (
      <EmptyState illustration={<LibraryIllustration />} action={wholeLibrary}>
        {t(isCollectionGone ? "collectionGone" : fields.favorites ? "emptyFavorites" : "emptyCollection")}
      </EmptyState>
    );
  }
  if (isFiltered(fields))
    return <EmptyState illustration={<NothingFoundIllustration />}>{t("emptyFiltered")}</EmptyState>;
  const isVideo = fields.type === "video";
  const createButton = (
    <Button component={Link} to={path(isVideo ? "/video" : "/image")} variant="light">
      {isVideo ? t("makeVideo") : t("makeImage")}
    </Button>
  );
  const texts = { "": t("empty"), image: t("emptyImages"), video: t("emptyVideos") };
  return (
    <EmptyState illustration={<LibraryIllustration />} action={createButton}>
      {texts[fields.type]}
    </EmptyState>
  );
}
