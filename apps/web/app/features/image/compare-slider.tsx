import IconArrowsHorizontal from "@tabler/icons-react/dist/esm/icons/IconArrowsHorizontal.mjs";
import { type ComponentPropsWithRef, type CSSProperties, useState } from "react";
import { useTranslations } from "use-intl/react";
import classes from "./compare-slider.module.css";

const MIDDLE_PERCENT = 50;
/** A label is hidden when its picture is narrower than this. */
const LABEL_MIN_PERCENT = 18;

interface CompareSliderProps {
  before: ComponentPropsWithRef<"img">;
  after: ComponentPropsWithRef<"img">;
  /** The alternative text of the `after` picture. */
  alt: string;
  /** A CSS length. */
  heightMax?: string;
}

/** Compares two pictures with a movable divider. A range input handles mouse, touch and keyboard. */
export function CompareSlider({ before, after, alt, heightMax = "70vh" }: CompareSliderProps) {
  const t = useTranslations("image.compare");
  const [percent, setPercent] = useState(MIDDLE_PERCENT);
  const style: CSSProperties & Record<"--position" | "--height-max", string> = {
    "--position": `${percent}%`,
    "--height-max": heightMax,
  };
  return (
    <div className={classes["frame"]} style={style}>
      <img {...after} alt={alt} className={classes["after"]} />
      <img {...before} alt={t("beforeAlt")} className={classes["before"]} />
      {percent > LABEL_MIN_PERCENT ? (
        <span className={classes["label"]} style={{ left: "var(--mantine-spacing-xs)" }}>
          {t("before")}
        </span>
      ) : null}
      {percent < 100 - LABEL_MIN_PERCENT ? (
        <span className={classes["label"]} style={{ right: "var(--mantine-spacing-xs)" }}>
          {t("after")}
        </span>
      ) : null}
      <input
        type="range"
        className={classes["range"]}
        min={0}
        max={100}
        value={percent}
        onChange={(event) => setPercent(Number(event.currentTarget.value))}
        aria-label={t("label")}
        aria-valuetext={t("value", { percent })}
      />
      <div className={classes["line"]} aria-hidden>
        <span className={classes["grip"]}>
          <IconArrowsHorizontal size={20} />
        </span>
      </div>
    </div>
  );
}
