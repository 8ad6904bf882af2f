/** Looks that are added to the prompt as words. The API has no field for them. */
export const IMAGE_STYLES = ["none", "watercolor", "film", "lineArt", "clay", "pixelArt"] as const;
/** Shapes that are added to the prompt as words, for sizes that do not follow the reference. */
export const IMAGE_RATIOS = ["auto", "1:1", "4:3", "3:4", "16:9", "9:16"] as const;
/** How many images one press of the button may ask for. Each is a request of its own. */
export const RESULT_COUNTS = ["1", "2", "3", "4"] as const;

/** The presets of the image form, which are not settings of the API. */
export interface ImagePresets {
  style: (typeof IMAGE_STYLES)[number];
  ratio: (typeof IMAGE_RATIOS)[number];
  count: (typeof RESULT_COUNTS)[number];
}

export const DEFAULT_PRESETS: ImagePresets = { style: "none", ratio: "auto", count: "1" };

/** Replaces values that are not offered any more: a stored draft may be older than the page. */
export function offeredPresets({ style, ratio, count }: Readonly<Record<keyof ImagePresets, string>>): ImagePresets {
  return {
    style: IMAGE_STYLES.find((offered) => offered === style) ?? DEFAULT_PRESETS.style,
    ratio: IMAGE_RATIOS.find((offered) => offered === ratio) ?? DEFAULT_PRESETS.ratio,
    count: RESULT_COUNTS.find((offered) => offered === count) ?? DEFAULT_PRESETS.count,
  };
}
