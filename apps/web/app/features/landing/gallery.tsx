import { Text } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import classes from "./gallery.module.css";

const PAIRS = ["lighthouse", "valley", "plant"] as const;

/** Pictures before and after, and a video, each with its prompt. Pointing at a picture, or focusing it, shows it before the change. */
export function Gallery() {
  const t = useTranslations("landing");
  return (
    <>
      <div className={classes["gallery"]}>
        {PAIRS.map((name) => (
          <figure key={name} className={classes["item"]}>
            <button type="button" className={classes["pair"]}>
              <img
                src={`/samples/${name}-before.webp`}
                width={800}
                height={600}
                loading="lazy"
                alt={t(`samples.${name}Before`)}
              />
              <img
                src={`/samples/${name}-after.webp`}
                width={800}
                height={600}
                loading="lazy"
                alt={t(`samples.${name}After`)}
                className={classes["after"]}
              />
              <span className={classes["hint"]}>{t("gallery.hint")}</span>
            </button>
            <figcaption>{t(`prompts.${name}`)}</figcaption>
          </figure>
        ))}
        <figure className={classes["item"]}>
          <SampleVideo />
          <figcaption>{t("prompts.flight")}</figcaption>
        </figure>
      </div>
      <Text size="xs" c="dimmed" ta="center" mt="md">
        {t("gallery.note")}
      </Text>
    </>
  );
}

/** Does not autoplay and loads nothing before it is played. */
function SampleVideo() {
  const t = useTranslations("landing");
  return (
    <div className={classes["video"]}>
      <video
        src="/samples/flight.mp4"
        poster="/samples/flight.webp"
        width={480}
        height={320}
        preload="none"
        controls
        muted
        loop
        playsInline
        aria-label={t("samples.flight")}
      />
    </div>
  );
}
