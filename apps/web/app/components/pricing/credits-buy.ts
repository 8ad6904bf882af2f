import { CHAT_COST_CREDITS, IMAGE_COST_CREDITS, VIDEO_COST_CREDITS } from "@app/core/credits/costs";

/** What so many credits pay for, spent on one kind of thing alone. */
export function affordableUnits(credits: number): { chats: number; images: number; videos: number } {
  return {
    chats: Math.floor(credits / CHAT_COST_CREDITS),
    images: Math.floor(credits / IMAGE_COST_CREDITS),
    videos: Math.floor(credits / VIDEO_COST_CREDITS),
  };
}
