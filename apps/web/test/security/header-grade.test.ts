import { CspEvaluator } from "csp_evaluator";
import { Severity } from "csp_evaluator/dist/finding.js";
import { CspParser } from "csp_evaluator/dist/parser.js";
import { expect, it } from "vitest";
import { ApiClient, signedInUser } from "../api-client";
import { useWholeApp } from "../whole-app";
import { gradeLikeObservatory } from "./observatory";

const app = useWholeApp({ APP_URL: "https://genmint.example" });

/** "May be unsafe" is said of whoever hosts what others upload under the same origin, or somebody's JSONP. */
const NOT_HIGH: ReadonlySet<Severity> = new Set([
  Severity.MEDIUM_MAYBE,
  Severity.STRICT_CSP,
  Severity.INFO,
  Severity.NONE,
]);

const PAGES = ["/", "/sign-in", "/dashboard", "/missing"];

it.each(PAGES)("the headers of %s are graded A+, and its policy has no finding of weight", async (path) => {
  const { client } = await signedInUser(app);
  const visitor = path === "/sign-in" ? new ApiClient(app) : client;
  const response = await visitor.fetch(path);
  const cookies = response.headers.getSetCookie();
  const { grade, score, findings } = gradeLikeObservatory({
    headers: response.headers,
    cookies,
    html: await response.text(),
  });
  const policy = new CspParser(response.headers.get("content-security-policy") ?? "").csp;
  const weighed = new CspEvaluator(policy).evaluate();
  const heavy = weighed.filter(({ severity }) => !NOT_HIGH.has(severity));
  const counted = weighed.map(({ severity, directive }) => `${directive} ${Severity[severity]}`);
  process.stdout.write(
    `header grade of ${path}: ${grade} (${score} points); csp_evaluator: ${heavy.length} findings of weight${counted.length > 0 ? `, besides ${counted.join(", ")}` : ""}\n`,
  );
  expect(findings.filter((finding) => finding.score < 0)).toEqual([]);
  expect(grade).toBe("A+");
  expect(heavy).toEqual([]);
});
