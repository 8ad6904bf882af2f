import { Alert, Box } from "@mantine/core";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";

/*
 * The file of a result. Each says when it cannot be loaded, for example because the backend deleted the file before it was copied to our
 * storage. For a video the browser may lack the codec: that is the same error to us.
 */

interface VideoPlayerProps {
  src: string;
  label: string;
  /** Shown when the video cannot be loaded. The default text advises to download it. */
  missingText?: string;
}

/** An inline video player. Loads only the metadata until the user presses play. */
export function VideoPlayer({ src, label, missingText }: VideoPlayerProps) {
  const t = useTranslations("studio");
  const video = useRef<HTMLVideoElement>(null);
  const file = useFile(src, () => Boolean(video.current?.error));
  return (
    <>
      <Box
        component="video"
        ref={video}
        src={src}
        controls
        playsInline
        preload="metadata"
        aria-label={label}
        onError={file.onError}
      />
      {file.isMissing ? <MissingFile>{missingText ?? t("videoNotLoaded")}</MissingFile> : null}
    </>
  );
}

interface PictureProps extends Pick<ComponentProps<"img">, "width" | "height"> {
  src: string;
  alt: string;
  /** What opening it in another tab is called. Without, it cannot be opened. */
  openTitle?: string;
}

export function ResultPicture({ src, alt, openTitle, ...size }: PictureProps) {
  const picture = usePicture(src);
  // In place of the picture, whose reserved place would push the notice out of view.
  if (picture.isMissing) return <MissingPicture />;
  const image = <img {...picture.props} alt={alt} {...size} />;
  if (openTitle === undefined) return image;
  return (
    <a href={src} target="_blank" rel="noreferrer" title={openTitle}>
      {image}
    </a>
  );
}

/** Whether a picture cannot be loaded, and the properties of its element. */
export function usePicture(src: string) {
  const ref = useRef<HTMLImageElement>(null);
  const { isMissing, onError } = useFile(src, () => Boolean(ref.current?.complete && ref.current.naturalWidth === 0));
  return { isMissing, props: { ref, src, onError } };
}

export function MissingPicture() {
  const t = useTranslations("studio");
  return <MissingFile>{t("pictureNotLoaded")}</MissingFile>;
}

/** @param hasFailed whether it failed before the scripts were loaded */
function useFile(src: string, hasFailed: () => boolean) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const check = useRef(hasFailed);
  check.current = hasFailed;
  useEffect(() => {
    if (check.current()) setFailedSrc(src);
  }, [src]);
  return { isMissing: failedSrc === src, onError: () => setFailedSrc(src) };
}

function MissingFile({ children }: { children: string }) {
  return (
    <Alert role="status" color="yellow" mt="xs">
      {children}
    </Alert>
  );
}
