import { describe, expect, it } from "vitest";
import { GITHUB_ENV } from "../../../test/github";
import { parseElements } from "../../../test/html";
import { useWholeApp } from "../../../test/whole-app";

const app = useWholeApp({ ...GITHUB_ENV, AUTH_GOOGLE_ID: "google-id" });

describe("200", () => {
  it.each(["/sign-up", "/sign-in", "/zh/sign-up"])("%s offers the providers that are configured", async (path) => {
    const elements = parseElements(await (await fetch(`${app.url}${path}`)).text());
    const actions = elements.flatMap(({ tag, attributes }) => (tag === "form" ? [attributes["action"]] : []));
    expect(actions).toContain("/api/auth/signin/github");
    expect(actions).not.toContain("/api/auth/signin/google");
  });
});
