/** The part of a site that a scan reads: the response of its first page over https. */
export interface Scanned {
  headers: Headers;
  cookies: readonly string[];
  html: string;
}

interface Finding {
  test: string;
  result: string;
  score: number;
}

const BASE_SCORE = 100;
/** Extra points count only above this score. */
const EXTRA_CREDIT_MIN = 90;
const HSTS_MIN_SECONDS = 15_768_000;
const BROAD = new Set(["ftp:", "http:", "https:", "*", "http://*", "https://*"]);
const PRIVATE_REFERRERS = new Set(["no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"]);

/**
 * Grades headers by the rules and points of Mozilla's HTTP observatory for an https site. The scanner itself needs a
 * site on the internet. Two of its tests are left out: the redirect from http, which is the proxy's, and the list of
 * preloaded sites. Neither can lower the grade.
 */
export function gradeLikeObservatory(scanned: Scanned): { grade: string; score: number; findings: Finding[] } {
  const findings = [policy, cookies, sharing, transport, resources, referrer, scripts, contentType, frames].map(
    (rate) => rate(scanned),
  );
  const sum = (counted: readonly Finding[]) => counted.reduce((total, { score }) => total + score, BASE_SCORE);
  const withoutExtra = sum(findings.filter(({ score }) => score < 0));
  const score = Math.max(0, withoutExtra >= EXTRA_CREDIT_MIN ? sum(findings) : withoutExtra);
  return { grade: gradeOf(score), score, findings };
}

function gradeOf(score: number): string {
  const steps: [number, string][] = [
    [100, "A+"],
    [90, "A"],
    [85, "A-"],
    [80, "B+"],
    [70, "B"],
    [65, "B-"],
    [50, "C"],
  ];
  return steps.find(([least]) => score >= least)?.[1] ?? "worse than C";
}

const finding = (test: string, result: string, score: number): Finding => ({ test, result, score });

/** Directives by name, each with its sources. */
export function parsePolicy(header: string | null): Map<string, string[]> {
  const directives = (header ?? "").split(";").map((directive) => directive.trim().split(/\s+/));
  return new Map(directives.filter(([name]) => name).map(([name = "", ...sources]) => [name, sources]));
}

function policy({ headers }: Scanned): Finding {
  const test = "content-security-policy";
  const csp = parsePolicy(headers.get(test));
  if (csp.size === 0) return finding(test, "not implemented", -25);
  const of = (name: string) => {
    const sources = csp.get(name) ?? csp.get("default-src") ?? ["*"];
    const hasNonce = sources.some((source) => /^'(?:nonce|sha(?:256|384|512))-/.test(source));
    return hasNonce ? sources.filter((source) => source !== "'unsafe-inline'") : sources;
  };
  const isUnsafe = (source: string) => BROAD.has(source) || source === "'unsafe-inline'" || source === "data:";
  const isPlain = (source: string) => /^(?:http|ftp):/.test(source);
  const active = [...csp.keys()].filter((name) => name !== "img-src" && name !== "media-src").flatMap(of);
  if (of("script-src").some(isUnsafe) || of("object-src").some((source) => BROAD.has(source)))
    return finding(test, "unsafe inline", -20);
  if (active.some(isPlain)) return finding(test, "insecure scheme", -20);
  if ([...of("script-src"), ...of("style-src")].includes("'unsafe-eval'")) return finding(test, "unsafe eval", -10);
  if ([...of("img-src"), ...of("media-src")].some(isPlain)) return finding(test, "insecure passive content", -10);
  if (of("style-src").some(isUnsafe)) return finding(test, "unsafe inline styles", 0);
  return csp.get("default-src")?.join() === "'none'"
    ? finding(test, "nothing unsafe, default-src 'none'", 10)
    : finding(test, "nothing unsafe", 5);
}

function cookies({ cookies: all }: Scanned): Finding {
  const test = "cookies";
  if (all.length === 0) return finding(test, "none", 0);
  const isSession = (cookie: string) => /^[^=]*(?:login|sess)/i.test(cookie);
  if (all.some((cookie) => isSession(cookie) && !/;\s*httponly/i.test(cookie)))
    return finding(test, "session without HttpOnly", -30);
  if (all.some((cookie) => !/;\s*secure/i.test(cookie))) return finding(test, "without Secure", -20);
  return all.every((cookie) => /;\s*samesite=(?:lax|strict)/i.test(cookie))
    ? finding(test, "Secure, HttpOnly, SameSite", 5)
    : finding(test, "without SameSite", -20);
}

function sharing({ headers }: Scanned): Finding {
  const isOpen = headers.has("access-control-allow-credentials") && headers.has("access-control-allow-origin");
  return finding("cross-origin-resource-sharing", isOpen ? "universal access" : "not shared", isOpen ? -50 : 0);
}

function transport({ headers }: Scanned): Finding {
  const test = "strict-transport-security";
  const seconds = /max-age=(\d+)/.exec(headers.get(test) ?? "")?.[1];
  if (seconds === undefined) return finding(test, "not implemented", -20);
  return Number(seconds) >= HSTS_MIN_SECONDS ? finding(test, "six months or more", 0) : finding(test, "too short", -10);
}

function resources({ headers }: Scanned): Finding {
  const test = "cross-origin-resource-policy";
  const value = headers.get(test);
  return finding(test, value ?? "not implemented", value === "same-origin" || value === "same-site" ? 10 : 0);
}

function referrer({ headers }: Scanned): Finding {
  const test = "referrer-policy";
  const value = headers.get(test);
  if (value === null) return finding(test, "not implemented", 0);
  return finding(test, value, PRIVATE_REFERRERS.has(value) ? 5 : -5);
}

function scripts({ html }: Scanned): Finding {
  const foreign = /<script[^>]+src="(?:https?:)?\/\//i.test(html);
  return finding("subresource-integrity", foreign ? "foreign scripts" : "own scripts alone", foreign ? -5 : 0);
}

function contentType({ headers }: Scanned): Finding {
  const test = "x-content-type-options";
  const isSet = headers.get(test) === "nosniff";
  return finding(test, isSet ? "nosniff" : "not implemented", isSet ? 0 : -5);
}

function frames({ headers }: Scanned): Finding {
  const test = "x-frame-options";
  const ancestors = parsePolicy(headers.get("content-security-policy")).get("frame-ancestors") ?? ["*"];
  if (!ancestors.some((source) => BROAD.has(source))) return finding(test, "by frame-ancestors", 5);
  const value = headers.get(test) ?? "";
  return finding(test, value || "not implemented", /^(?:deny|sameorigin)$/i.test(value) ? 0 : -20);
}
