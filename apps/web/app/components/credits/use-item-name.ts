import { findCatalogueItem } from "@app/core/catalogue/plans";
import { useTranslations } from "use-intl/react";

/** What is sold, and the free plan, as people call it; a key from elsewhere stays as it is. */
export function useCatalogueItemName(): (key: string) => string {
  const t = useTranslations("credits");
  return (key) => {
    if (key === "free") return t("item.free");
    const item = findCatalogueItem(key);
    return item ? t(`item.${item.key}`) : key;
  };
}
