import type { MiddlewareHandler } from "hono";
import { NONCE, type SecureHeadersVariables, secureHeaders } from "hono/secure-headers";
import type { Env } from "../env/env.server";

type HeaderOptions = NonNullable<Parameters<typeof secureHeaders>[0]>;

/** Two years, which browsers require for their preload lists. */
const HSTS = "max-age=63072000; includeSubDomains";

/** No cache may store a response made for one user, not even their browser, which may be used after they have signed out. */
const NO_STORE = "private, no-store";

/** Browser features that no page needs, disabled for every script. */
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
 * Sets the security headers of every response, errors and redirects included, and `Cache-Control: private, no-store` where the response
 * sets none.
 * @param isDevelopment allows the scripts and styles of the development server
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
  return (c, next) =>
    secure(c, async () => {
      await next();
      if (!c.res.headers.has("cache-control")) c.res.headers.set("cache-control", NO_STORE);
    });
}

type Policy = NonNullable<NonNullable<Parameters<typeof secureHeaders>[0]>["contentSecurityPolicy"]>;

/** Sign-in forms redirect to these origins, and browsers apply `form-action` to redirects as well. */
const GOOGLE_SIGN_IN = "https://accounts.google.com";
const GITHUB_SIGN_IN = "https://github.com";

/**
 * What a page may load, and from where. Scripts and styles are our own files or carry the response's nonce. Style attributes are allowed:
 * components are positioned by them, and they cannot load anything that another rule forbids.
 */
function contentSecurityPolicy(env: Env, isDevelopment: boolean, nonce: typeof NONCE): Policy {
  const isHttps = env.APP_URL.startsWith("https://");
  const files = ["'self'", "blob:", "https:", ...(isHttps ? [] : httpFileOrigins(env))];
  return {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'", nonce],
    // The development server puts its styles into the page without a nonce.
    styleSrc: isDevelopment ? ["'self'", "'unsafe-inline'"] : ["'self'", nonce],
    styleSrcAttr: ["'unsafe-inline'"],
    imgSrc: [...files, "data:"],
    mediaSrc: files,
    fontSrc: ["'self'"],
    connectSrc: ["'self'", ...(isDevelopment ? ["ws:"] : [])],
    manifestSrc: ["'self'"],
    formAction: ["'self'", ...signInOrigins(env)],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
    ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
  };
}

/** Files may come from any https host, because storage and backends choose it. Over http, only from the hosts that the configuration names. */
function httpFileOrigins(env: Env): string[] {
  const configured = [
    env.STORAGE_PUBLIC_URL,
    env.AI_BASE_URL,
    env.AI_IMAGE_BASE_URL,
    env.AI_VIDEO_BASE_URL,
    ...(env.OUTBOUND_ALLOW_HOSTS ?? []).map((host) => `http://${host}`),
  ];
  const origins = configured.flatMap((address) => (URL.canParse(address ?? "") ? [new URL(address ?? "").origin] : []));
  return [...new Set(origins.filter((origin) => origin.startsWith("http://")))];
}

function signInOrigins(env: Env): string[] {
  return [
    ...(env.AUTH_GOOGLE_ID && env.AUTH_GOOGLE_SECRET ? [GOOGLE_SIGN_IN] : []),
    ...(env.AUTH_GITHUB_ID && env.AUTH_GITHUB_SECRET ? [GITHUB_SIGN_IN] : []),
  ];
}
