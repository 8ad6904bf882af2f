import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { type GenerationDetail, isInProgress } from "./generation";
import classes from "./generation-facts.module.css";

/** All settings, what it cost and when it was made. What was not set is not listed. */
export function GenerationFacts({ generation }: { generation: GenerationDetail }) {
  const t = useTranslations("history.detail");
  const format = useFormat();
  const { createdAt, updatedAt, creditsUsed, imageUrl, metadata, status } = generation;
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
      <Fact name={t("cost")}>{t("credits", { credits: creditsUsed })}</Fact>
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

/** Nothing at all where there is no value. */
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

/** What was asked for besides the prompt; what was left to the model is not there. */
export interface GenerationSettings {
  size?: string;
  durationSeconds?: number;
  resolution?: string;
  watermark?: boolean;
  cameraFixed?: boolean;
}

/** The settings in a generation's metadata, which is JSON text. What cannot be read is left out. */
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
