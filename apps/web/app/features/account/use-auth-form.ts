import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl/react";
import { UNREACHABLE, useFailureText } from "~/ui/failure";

type State = { kind: "idle" | "sending" | "linkSent" | "unreachable" } | { kind: "refused"; code: string };

/** Auth.js endpoint that mails a sign-in link. */
export const MAGIC_LINK_ACTION = "/api/auth/signin/email";

/**
 * Submits an Auth.js form with fetch, so that the typed values survive an error. The form also works without JavaScript.
 * @param initialCode Auth.js error code of the previous attempt
 */
export function useAuthForm(initialCode: string | null) {
  const failureText = useFailureText();
  const signInMessage = useSignInErrorMessage();
  const [state, setState] = useState<State>(
    initialCode === null ? { kind: "idle" } : { kind: "refused", code: initialCode },
  );

  const handleOutcome = (action: string, outcome: AuthOutcome) => {
    if (!outcome.ok && outcome.code !== "Banned") setState({ kind: "refused", code: outcome.code });
    else if (outcome.ok && action === MAGIC_LINK_ACTION) setState({ kind: "linkSent" });
    // For a banned user this is the page that shows the reason.
    else window.location.assign(outcome.url);
  };
  const send = (form: HTMLFormElement, action: string) => {
    setState({ kind: "sending" });
    submitAuthForm(action, textFields(form)).then(
      (outcome) => handleOutcome(action, outcome),
      () => setState({ kind: "unreachable" }),
    );
  };
  const messageText = () => {
    if (state.kind === "unreachable") return failureText(UNREACHABLE);
    return state.kind === "refused" ? signInMessage(state.code) : null;
  };
  return {
    isSending: state.kind === "sending",
    isLinkSent: state.kind === "linkSent",
    isWrongPassword: state.kind === "refused" && state.code === "CredentialsSignin",
    /** Error text, or null. */
    message: messageText(),
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      const { submitter } = event.nativeEvent as SubmitEvent;
      send(event.currentTarget, submitter?.getAttribute("formaction") ?? event.currentTarget.action);
    },
  };
}

function textFields(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return Object.fromEntries(entries);
}

/** Result of an Auth.js form: the URL to go to, and an error code if it failed. */
type AuthOutcome = { ok: true; url: string } | { ok: false; url: string; code: string };

const TOO_MANY_REQUESTS = 429;

/**
 * Posts an Auth.js form without leaving the page. The header makes Auth.js return the redirect URL as JSON.
 * @throws if the server cannot be reached
 */
async function submitAuthForm(action: string, fields: Readonly<Record<string, string>>): Promise<AuthOutcome> {
  const response = await fetch(action, {
    method: "POST",
    headers: { "X-Auth-Return-Redirect": "1" },
    body: new URLSearchParams(fields),
  });
  if (response.status === TOO_MANY_REQUESTS) return { ok: false, url: "", code: "RateLimited" };
  const body: { url?: unknown } = await response.json().catch(() => ({}));
  if (typeof body.url !== "string") return { ok: false, url: "", code: "Configuration" };
  const code = new URL(body.url, window.location.href).searchParams.get("error");
  return code === null ? { ok: true, url: body.url } : { ok: false, url: body.url, code };
}

/** Auth.js error codes with their own message. */
const ERROR_CODES = [
  "CredentialsSignin",
  "Banned",
  "Configuration",
  "Verification",
  "OAuthAccountNotLinked",
  "AccessDenied",
  "MissingCSRF",
  "RateLimited",
] as const;

function useSignInErrorMessage(): (code: string) => string {
  const t = useTranslations("auth");
  return (code) => {
    const textKey = ERROR_CODES.find((errorCode) => errorCode === code) ?? "unknown";
    return t(`refusal.${textKey}`);
  };
}
