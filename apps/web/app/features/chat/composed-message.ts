const KEY = "chat.composed";

/** Keeps a message that another page composed. The next new chat sends it. */
export function keepComposedMessage(message: string): void {
  sessionStorage.setItem(KEY, message);
}

/** The composed message, at most once: reloading the chat does not send it, and charge for it, again. */
export function takeComposedMessage(): string | null {
  const message = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return message;
}
