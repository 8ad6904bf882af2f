import { MESSAGE_MAX_CHARACTERS } from "@app/core/chat/chat-limits";

/** From here on the reader is told how much room is left. */
const NEAR_LIMIT_CHARACTERS = MESSAGE_MAX_CHARACTERS * 0.9;

interface MessageLength {
  characters: number;
  isNearLimit: boolean;
  isTooLong: boolean;
}

/** How long a message is as the service counts: an emoji is one character. */
export function measureMessage(message: string): MessageLength {
  // Code points are never more than units: a message well below the limit need not be counted out.
  const characters = message.length < NEAR_LIMIT_CHARACTERS ? message.length : Array.from(message).length;
  return {
    characters,
    isNearLimit: characters >= NEAR_LIMIT_CHARACTERS,
    isTooLong: characters > MESSAGE_MAX_CHARACTERS,
  };
}
