import { IMAGE_COST_CREDITS } from "@app/core/credits/costs";
import { Badge, Button, Group, Image, Loader, Skeleton, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link } from "@remix-run/react";
import IconArrowsDiff from "@tabler/icons-react/dist/esm/icons/IconArrowsDiff.mjs";
import IconLayoutGrid from "@tabler/icons-react/dist/esm/icons/IconLayoutGrid.mjs";
import IconMaximize from "@tabler/icons-react/dist/esm/icons/IconMaximize.mjs";
import IconPhotoEdit from "@tabler/icons-react/dist/esm/icons/IconPhotoEdit.mjs";
import IconVideo from "@tabler/icons-react/dist/esm/icons/IconVideo.mjs";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { Dialog } from "~/ui/lazy-dialogs";
import { GenerationFailure } from "../generation/generation-notices";
import { ElapsedTime, ResultActions } from "../generation/generation-result";
import { MissingPicture, usePicture } from "../generation/result-media";
import { type Favorites, useFavorites } from "../history/use-favorites";
import { CompareSlider } from "./compare-slider";
import type { GeneratedImage } from "./generated-image";
import { ImageSamples, type Sample } from "./image-samples";
import classes from "./image-stage.module.css";
import type { ImageGeneration, ImageRun } from "./use-image-generation";

interface ImageStageProps {
  generation: ImageGeneration;
  refundsFailures: boolean;
  onReuse: (image: GeneratedImage) => void;
  onVary: (image: GeneratedImage) => void;
  onUseAsReference: (image: GeneratedImage) => void;
  onSample: (sample: Sample) => void;
}

/** Shows the samples, the progress, the failures or a result. */
export function ImageStage(props: ImageStageProps) {
  const { generation, refundsFailures, onSample } = props;
  const t = useTranslations("image");
  const { shown, runs } = generation;
  const favorites = useFavorites();
  if (shown) {
    return (
      <Stack gap="md">
        {runs.length > 1 ? (
          <Button
            variant="subtle"
            size="xs"
            w="fit-content"
            onClick={generation.showRuns}
            leftSection={<IconLayoutGrid size={16} aria-hidden />}
          >
            {t("allResults", { count: runs.length })}
          </Button>
        ) : null}
        <ImageResult key={shown.id} image={shown} favorites={favorites} {...props} />
      </Stack>
    );
  }
  if (runs.length === 0) return <ImageSamples onSample={onSample} />;
  const run = (item: ImageRun) => (
    <RunView
      run={item}
      refundsFailures={refundsFailures}
      onRetry={() => generation.retry(item)}
      onChoose={generation.choose}
    />
  );
  const [only] = runs;
  if (runs.length === 1 && only) return run(only);
  return (
    <ul className={classes["runs"]}>
      {runs.map((item) => (
        <li key={item.id}>{run(item)}</li>
      ))}
    </ul>
  );
}

interface RunViewProps {
  run: ImageRun;
  refundsFailures: boolean;
  onRetry: () => void;
  onChoose: (id: string) => void;
}

function RunView({ run, refundsFailures, onRetry, onChoose }: RunViewProps) {
  const t = useTranslations("image");
  const { state, sinceMs } = run;
  if (state.phase === "pending") return <GeneratingImage sinceMs={sinceMs} />;
  if (state.phase === "failed") {
    return (
      <GenerationFailure
        error={state.error}
        refundsFailures={refundsFailures}
        retryLabel={t("retryFor", { credits: IMAGE_COST_CREDITS })}
        onRetry={onRetry}
      />
    );
  }
  const { id, url, prompt } = state.image;
  return (
    <button type="button" className={classes["tile"]} aria-label={t("show", { prompt })} onClick={() => onChoose(id)}>
      <img src={url} alt="" />
    </button>
  );
}

function GeneratingImage({ sinceMs }: { sinceMs: number }) {
  const t = useTranslations("image");
  return (
    <Stack gap="sm">
      <Skeleton radius="md" style={{ aspectRatio: "4 / 3" }} mah="60vh" />
      <Group gap="sm" wrap="nowrap">
        <Loader size="sm" aria-hidden />
        <Text size="sm">{t("making")}</Text>
        <Text size="sm" c="dimmed" ml="auto">
          <ElapsedTime sinceMs={sinceMs} />
        </Text>
      </Group>
      <Text size="xs" c="dimmed">
        {t("mayLeave")}
      </Text>
    </Stack>
  );
}

const PICTURE_HEIGHT_MAX = "70vh";

/** The image compared with its reference, its settings and actions. */
function ImageResult({
  image,
  favorites,
  ...props
}: ImageStageProps & { image: GeneratedImage; favorites: Favorites }) {
  const t = useTranslations("image");
  const { id, prompt, revisedPrompt, size, watermark } = image;
  return (
    <Stack gap="md">
      <ImageView image={image} />
      <Stack gap={6}>
        <Text size="sm" lineClamp={4} style={{ overflowWrap: "anywhere" }}>
          {prompt}
        </Text>
        {revisedPrompt === null ? null : (
          <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {t("revised", { prompt: revisedPrompt })}
          </Text>
        )}
        <Group gap={6}>
          <Badge variant="default" tt="none" fw={500}>
            {t(`sizeName.${size}`)}
          </Badge>
          {watermark ? (
            <Badge variant="default" tt="none" fw={500}>
              {t("watermark")}
            </Badge>
          ) : null}
        </Group>
      </Stack>
      <ResultActions
        generationId={id}
        prompt={prompt}
        isFavorite={favorites.isFavorite(image)}
        onFavorite={() => favorites.toggle(image)}
        onReuse={() => props.onReuse(image)}
      >
        <NextStepActions image={image} {...props} />
      </ResultActions>
    </Stack>
  );
}

/** The picture, compared with its reference where that was stored and can be loaded. */
function ImageView({ image: { url, imageUrl, prompt }, heightMax = PICTURE_HEIGHT_MAX }: ImageViewProps) {
  const result = usePicture(url);
  const reference = usePicture(imageUrl ?? "");
  if (result.isMissing) return <MissingPicture />;
  if (imageUrl === null || reference.isMissing)
    return <Image {...result.props} alt={prompt} radius="md" fit="contain" mah={heightMax} />;
  return <CompareSlider before={reference.props} after={result.props} alt={prompt} heightMax={heightMax} />;
}

interface ImageViewProps {
  image: GeneratedImage;
  heightMax?: string;
}

/** What to make of the image next. */
function NextStepActions({ image, generation, onVary, onUseAsReference }: ImageStageProps & { image: GeneratedImage }) {
  const t = useTranslations("image");
  const path = useLocalePath();
  const buttonProps = { size: "xs", variant: "default" } as const;
  return (
    <>
      {image.imageUrl === null ? null : (
        <Button
          {...buttonProps}
          disabled={generation.isPending}
          onClick={() => onVary(image)}
          leftSection={<IconArrowsDiff size={16} aria-hidden />}
        >
          {t("vary", { credits: IMAGE_COST_CREDITS })}
        </Button>
      )}
      <Button
        {...buttonProps}
        onClick={() => onUseAsReference(image)}
        leftSection={<IconPhotoEdit size={16} aria-hidden />}
      >
        {t("useAsReference")}
      </Button>
      <Button
        {...buttonProps}
        component={Link}
        to={path(`/video?${new URLSearchParams({ picture: image.id })}`)}
        leftSection={<IconVideo size={16} aria-hidden />}
      >
        {t("animate")}
      </Button>
      <FullScreenAction image={image} />
    </>
  );
}

const FULL_SCREEN_HEIGHT = "calc(100dvh - 100px)";

/** Shows the image in the whole window. A dialog, because phones have no full screen for pictures. */
function FullScreenAction({ image }: { image: GeneratedImage }) {
  const t = useTranslations("image");
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={open} leftSection={<IconMaximize size={16} aria-hidden />}>
        {t("fullScreen")}
      </Button>
      <Dialog
        opened={isOpen}
        onClose={close}
        fullScreen
        title={t("fullScreen")}
        closeButtonProps={{ "aria-label": t("closeFullScreen") }}
      >
        <ImageView image={image} heightMax={FULL_SCREEN_HEIGHT} />
      </Dialog>
    </>
  );
}
