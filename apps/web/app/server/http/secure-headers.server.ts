import type { MiddlewareHandler } from "hono";
import { NONCE, type SecureHeadersVariables, secureHeaders } from "hono/secure-headers";
import type { Env } from "../env/env.server";

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
  return (c, next) =>
    secure(c, async () => {
      await next();
      if (!c.res.headers.has("cache-control")) c.res.headers.set("cache-control", NO_STORE);
    });
}

type Policy = NonNullable<NonNullable<Parameters<typeof secureHeaders>[0]>["contentSecurityPolicy"]>;

/** Where a form that signs in through another service leads in the end: browsers follow the rule through redirects. */
const GOOGLE_SIGN_IN = "https://accounts.google.com";
const GITHUB_SIGN_IN = "https://github.com";

/**
 * What a page may load, and from where. Scripts and styles are our own files, or carry this answer's nonce. Style attributes stay allowed:
 * components place themselves with them, and they can neither run nor fetch anything that another rule does not let through.
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

/** Files come from wherever storage or a backend keeps them, by https; by http only where one that is configured has no other. */
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
