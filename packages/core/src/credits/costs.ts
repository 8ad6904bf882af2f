export const CHAT_COST_CREDITS = 10;
export const IMAGE_COST_CREDITS = 20;
export const VIDEO_COST_CREDITS = 50;
