import { Button } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { NothingFoundIllustration } from "~/ui/illustrations/nothing-found";
import { LibraryIllustration } from "~/ui/illustrations/works";
import { EmptyState } from "~/ui/page-layout";
import { type HistoryFields, isFiltered } from "./history-filter";

/** Says why the list is empty, and what to do next. */
export function EmptyLibrary({ fields }: { fields: HistoryFields }) {
  const t = useTranslations("history");
  const path = useLocalePath();
  const { favorites, collection, ...others } = fields;
  if (isFiltered({ ...others, favorites: "", collection: "" }))
    return <EmptyState illustration={<NothingFoundIllustration />}>{t("emptyFiltered")}</EmptyState>;
  if (favorites || collection) {
    const wholeLibrary = (
      <Button component={Link} to={path("/history")} variant="light">
        {t("showAll")}
      </Button>
    );
    return (
      <EmptyState illustration={<LibraryIllustration />} action={wholeLibrary}>
        {t(favorites ? "emptyFavorites" : "emptyCollection")}
      </EmptyState>
    );
  }
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
