import IconHeart from "@tabler/icons-react/dist/esm/icons/IconHeart.mjs";
import IconHeartFilled from "@tabler/icons-react/dist/esm/icons/IconHeartFilled.mjs";
import { useTranslations } from "use-intl/react";
import classes from "./favorite-button.module.css";

interface FavoriteButtonProps {
  isFavorite: boolean;
  onToggle: () => void;
}

/** A heart. A plain element, because a page has many. */
export function FavoriteButton({ isFavorite, onToggle }: FavoriteButtonProps) {
  const t = useTranslations("library");
  const Icon = isFavorite ? IconHeartFilled : IconHeart;
  return (
    <button
      type="button"
      className={classes["button"]}
      aria-pressed={isFavorite}
      aria-label={t("favorite")}
      title={t("favorite")}
      onClick={onToggle}
    >
      <Icon size={18} aria-hidden />
    </button>
  );
}
