/** Tells a user's other tabs that something has changed, so that they read it again. */
const CHANNEL_NAME = "genmint-changes";

/** Opened with the first use in a browser. */
let opened: BroadcastChannel | undefined;

function channel(): BroadcastChannel {
  opened ??= new BroadcastChannel(CHANNEL_NAME);
  return opened;
}

/** Tells the other tabs of this browser. A tab does not hear itself. */
export function announceChange(): void {
  channel().postMessage("changed");
}

/** Calls `onChange` for each change that another tab announces. @returns a function that ends it */
export function listenForChanges(onChange: () => void): () => void {
  const open = channel();
  open.addEventListener("message", onChange);
  return () => open.removeEventListener("message", onChange);
}
