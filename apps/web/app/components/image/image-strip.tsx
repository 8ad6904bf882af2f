import { Title } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import classes from "./image-strip.module.css";
import type { GeneratedImage } from "./made-image";

interface ImageStripProps {
  images: readonly GeneratedImage[];
  shownId: string | null;
  onChoose: (id: string) => void;
}

/** The latest pictures, small, to look at one again. */
export function ImageStrip({ images, shownId, onChoose }: ImageStripProps) {
  const t = useTranslations("image");
  return (
    <section>
      <Title order={2} size="h4" mb={6}>
        {t("latest")}
      </Title>
      <ul className={classes["strip"]}>
        {images.map(({ id, url, prompt }) => (
          <li key={id}>
            <button
              type="button"
              className={classes["thumb"]}
              aria-pressed={id === shownId}
              aria-label={t("show", { prompt })}
              onClick={() => onChoose(id)}
            >
              <img src={url} alt="" loading="lazy" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
