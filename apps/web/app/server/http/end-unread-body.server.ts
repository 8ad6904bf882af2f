import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";

/**
 * Lets the rest of a body flow away when its request was answered without it. It would stand still, half read, and the connection be cut
 * off for it half a second later, with whatever request is on it by then: behind a proxy, somebody else's.
 */
export const drainUnreadBody: MiddlewareHandler<{ Bindings: Partial<HttpBindings> }> = (c, next) => {
  // A development server brings the request alone.
  const { incoming, outgoing } = c.env ?? {};
  outgoing?.once("finish", () => {
    if (!incoming || incoming.readableEnded) return;
    // Whoever began to read holds the flow back.
    incoming.removeAllListeners("data");
    incoming.resume();
  });
  return next();
};
