/** What an image can be asked for in; "adaptive" follows the reference. */
export const IMAGE_SIZES = ["adaptive", "1K", "2K", "4K"] as const;
export type ImageSize = (typeof IMAGE_SIZES)[number];

/** What the configured image model accepts. */
export interface ImageChoices {
  readonly sizes: readonly [ImageSize, ...ImageSize[]];
  /** One of `sizes`, for requests that name none. */
  readonly defaultSize: ImageSize;
}
