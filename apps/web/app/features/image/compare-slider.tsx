import IconArrowsHorizontal from "@tabler/icons-react/dist/esm/icons/IconArrowsHorizontal.mjs";
import { type CSSProperties, useState } from "react";
import { useTranslations } from "use-intl/react";
import classes from "./compare-slider.module.css";

const MIDDLE_PERCENT = 50;
/** Within this much of an edge a label would lie over the other picture. */
const LABEL_PERCENT = 18;

interface CompareSliderProps {
  before: string;
  after: string;
  /** What the new picture shows. */
  alt: string;
}

/** Two pictures over each other with an edge between that can be moved: a range field, so that keys and fingers work too. */
export function CompareSlider({ before, after, alt }: CompareSliderProps) {
  const t = useTranslations("image.compare");
  const [percent, setPercent] = useState(MIDDLE_PERCENT);
  const style: CSSProperties & Record<"--position", string> = { "--position": `${percent}%` };
  return (
    <div className={classes["frame"]} style={style}>
      <img src={after} alt={alt} className={classes["after"]} />
      <img src={before} alt={t("beforeAlt")} className={classes["before"]} />
      {percent > LABEL_PERCENT ? (
        <span className={classes["label"]} style={{ left: "var(--mantine-spacing-xs)" }}>
          {t("before")}
        </span>
      ) : null}
      {percent < 100 - LABEL_PERCENT ? (
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
