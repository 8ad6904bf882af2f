import { Stack, Text, Title } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { CompareSlider } from "./compare-slider";
import classes from "./image-stage.module.css";
import day from "./sample-day.svg";
import night from "./sample-night.svg";

const SAMPLES = ["canal", "valley", "plant"] as const;

/** A picture of ours to try the studio with, and what to ask for. */
export interface Sample {
  src: string;
  prompt: string;
}

/** An example, and pictures to start with, for users without images. */
export function ImageSamples({ onSample }: { onSample: (sample: Sample) => void }) {
  const t = useTranslations("image.sample");
  return (
    <Stack gap="md">
      <CompareSlider before={{ src: day }} after={{ src: night }} alt={t("alt")} heightMax="46vh" />
      <div>
        <Title order={2} size="h4">
          {t("title")}
        </Title>
        <Text size="sm" c="dimmed" mt={4}>
          {t("start")}
        </Text>
      </div>
      <ul className={classes["samples"]}>
        {SAMPLES.map((name) => {
          const sample = { src: `/samples/${name}-before.webp`, prompt: t(`prompts.${name}`) };
          return (
            <li key={name}>
              <button type="button" className={classes["sample"]} onClick={() => onSample(sample)}>
                <img src={sample.src} width={800} height={600} loading="lazy" alt="" />
                <span>{sample.prompt}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </Stack>
  );
}
