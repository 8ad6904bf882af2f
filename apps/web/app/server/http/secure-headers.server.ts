import type { MiddlewareHandler } from "hono";
import { NONCE, type SecureHeadersVariables, secureHeaders } from "hono/secure-headers";
import type { Env } from "../env.server";
import { contentSecurityPolicy } from "./content-security-policy.server";
import { createNonce } from "./nonce.server";

type HeaderOptions = NonNullable<Parameters<typeof secureHeaders>[0]>;

/** Two years: what browsers ask for before they remember a site for good. */
const HSTS = "max-age=63072000; includeSubDomains";

/** What is shown to one reader is kept by nobody, not even by their browser once they have signed out. */
const NO_STORE = "private, no-store";

/** What no page of ours needs, so that no script can have it. */
const DISABLED_FEATURES: NonNullable<HeaderOptions["permissionsPolicy"]> = {
  accelerometer: [],
  autoplay: ["self"],
  camera: [],
  displayCapture: [],
  geolocation: [],
  gyroscope: [],
  hid: [],
  idleDetection: [],
  magnetometer: [],
  microphone: [],
  midi: [],
  payment: [],
  publickeyCredentialsGet: [],
  screenWakeLock: [],
  serial: [],
  usb: [],
  xrSpatialTracking: [],
};

/**
 * The headers that tell a browser how far to trust an answer: on every answer, errors and redirects included. What does not say how long
 * it may be kept is not kept.
 * @param isDevelopment a development server answers for the built files, with scripts and styles of its own
 */
export function secureResponses(
  env: Env,
  isDevelopment: boolean,
): MiddlewareHandler<{ Variables: SecureHeadersVariables }> {
  const secure = secureHeaders({
    contentSecurityPolicy: contentSecurityPolicy(env, isDevelopment, NONCE),
    strictTransportSecurity: env.APP_URL.startsWith("https://") ? HSTS : false,
    crossOriginResourcePolicy: "same-origin",
    crossOriginOpenerPolicy: "same-origin",
    referrerPolicy: "strict-origin-when-cross-origin",
    xFrameOptions: "DENY",
    permissionsPolicy: DISABLED_FEATURES,
  });
  return (c, next) => {
    c.set("secureHeadersNonce", createNonce());
    return secure(c, async () => {
      await next();
      if (!c.res.headers.has("cache-control")) c.res.headers.set("cache-control", NO_STORE);
    });
  };
}
