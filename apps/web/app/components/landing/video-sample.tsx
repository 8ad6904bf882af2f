import { useTranslations } from "use-intl/react";
import classes from "./landing.module.css";

/** Plays when asked: nothing is loaded before, and nothing moves by itself. */
export function VideoSample() {
  const t = useTranslations("landing");
  return (
    <div className={`${classes["media"]} ${classes["video"]}`}>
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
