/** What an image can be asked for in; "adaptive" follows the reference. */
export const IMAGE_SIZES = ["adaptive", "1K", "2K", "4K"] as const;
