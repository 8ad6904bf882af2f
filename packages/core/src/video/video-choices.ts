export const VIDEO_RESOLUTIONS = ["480p", "720p", "1080p"] as const;

/** Stands in the history where a video was made from an image alone. */
export const VIDEO_DEFAULT_PROMPT = "Video from reference image";
