import { Text } from "@mantine/core";
import { useState } from "react";
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

/** Does not autoplay and loads nothing before it is played. It has no sound, so a press plays or pauses it and no other control is needed. */
function SampleVideo() {
  const t = useTranslations("landing");
  const [isPlaying, setPlaying] = useState(false);
  return (
    <button
      type="button"
      className={`${classes["pair"]} ${classes["video"]}`}
      onClick={({ currentTarget }) => {
        const video = currentTarget.querySelector("video");
        if (!video?.paused) return video?.pause();
        // Rejects when the file cannot be loaded. The poster and "Play" then stay.
        video.play().catch(() => setPlaying(false));
      }}
    >
      <video
        src="/samples/flight.mp4"
        poster="/samples/flight.webp"
        width={480}
        height={320}
        preload="none"
        muted
        loop
        playsInline
        aria-label={t("samples.flight")}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
      />
      <span className={classes["hint"]}>{t(isPlaying ? "gallery.pause" : "gallery.play")}</span>
    </button>
  );
}
