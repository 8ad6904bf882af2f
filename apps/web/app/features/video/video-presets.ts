/** Movements of the camera, which are added to the prompt as words. The API has no field for them. */
export const VIDEO_CAMERAS = ["none", "zoomIn", "zoomOut", "pan", "orbit", "drone", "handheld"] as const;
/** Looks that are added to the prompt as words. */
export const VIDEO_LOOKS = ["none", "cinematic", "animation", "slowMotion", "timelapse", "vintage"] as const;

/** The presets of the video form, which are not settings of the API. */
export interface VideoPresets {
  camera: (typeof VIDEO_CAMERAS)[number];
  look: (typeof VIDEO_LOOKS)[number];
}

export const DEFAULT_VIDEO_PRESETS: VideoPresets = { camera: "none", look: "none" };

/** Replaces values that are not offered any more: a stored draft may be older than the page. */
export function offeredVideoPresets({ camera, look }: Readonly<Record<keyof VideoPresets, string>>): VideoPresets {
  return {
    camera: VIDEO_CAMERAS.find((offered) => offered === camera) ?? DEFAULT_VIDEO_PRESETS.camera,
    look: VIDEO_LOOKS.find((offered) => offered === look) ?? DEFAULT_VIDEO_PRESETS.look,
  };
}
