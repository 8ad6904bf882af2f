import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { creditsCharged, type Generation, isInProgress } from "./generation";
import classes from "./generation-facts.module.css";

/** Settings, cost and times. Settings without a value are left out. */
export function GenerationFacts({ generation }: { generation: Generation }) {
  const t = useTranslations("history.detail");
  const format = useFormat();
  const { createdAt, updatedAt, imageUrl, metadata, status } = generation;
  const { size, durationSeconds, resolution, watermark, cameraFixed } = readSettings(metadata);
  const yesOrNo = (value: boolean | undefined) => (value === undefined ? null : value ? t("yes") : t("no"));
  const tookSeconds = Math.max(1, Math.round((updatedAt.getTime() - createdAt.getTime()) / 1000));
  return (
    <dl className={classes["facts"]}>
      <Fact name={t("reference")}>{imageUrl ? <Reference src={imageUrl} /> : null}</Fact>
      <Fact name={t("size")}>{size === "adaptive" ? t("sizeAdaptive") : size}</Fact>
      <Fact name={t("duration")}>
        {durationSeconds === undefined ? null : t("seconds", { seconds: durationSeconds })}
      </Fact>
      <Fact name={t("resolution")}>{resolution}</Fact>
      <Fact name={t("watermark")}>{yesOrNo(watermark)}</Fact>
      <Fact name={t("cameraFixed")}>{yesOrNo(cameraFixed)}</Fact>
      <Fact name={t("cost")}>{t("credits", { credits: creditsCharged(generation) })}</Fact>
      <Fact name={t("started")}>{format.dateTime(createdAt)}</Fact>
      {isInProgress(generation) ? null : (
        <>
          <Fact name={status === "failed" ? t("failedAt") : t("finished")}>{format.dateTime(updatedAt)}</Fact>
          <Fact name={t("took")}>{format.elapsed(tookSeconds)}</Fact>
        </>
      )}
    </dl>
  );
}

/** Renders nothing without a value. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null || children === undefined) return null;
  return (
    <div className={classes["fact"]}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Reference({ src }: { src: string }) {
  const t = useTranslations("history.detail");
  return (
    <Anchor href={src} target="_blank" rel="noreferrer" className={classes["reference"] ?? ""}>
      <img src={src} alt={t("referenceAlt")} loading="lazy" />
    </Anchor>
  );
}

/** The settings besides the prompt. A setting that was left to the model is undefined. */
interface GenerationSettings {
  size?: string;
  durationSeconds?: number;
  resolution?: string;
  watermark?: boolean;
  cameraFixed?: boolean;
}

/**
 * Reads the settings from a generation's metadata, which is JSON. Skips invalid values. Unlike the parser in core it does not use zod, which
 * browsers would have to load.
 */
export function readSettings(metadata: string): GenerationSettings {
  const { size, duration, resolution, watermark, cameraFixed } = parseMetadata(metadata);
  return {
    ...(typeof size === "string" ? { size } : {}),
    ...(typeof duration === "number" ? { durationSeconds: duration } : {}),
    ...(typeof resolution === "string" ? { resolution } : {}),
    ...(typeof watermark === "boolean" ? { watermark } : {}),
    ...(typeof cameraFixed === "boolean" ? { cameraFixed } : {}),
  };
}

function parseMetadata(metadata: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(metadata);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
