import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl/react";
import { UNREACHABLE, useFailureText } from "~/ui/failure";

type State = { kind: "idle" | "sending" | "linkSent" | "unreachable" } | { kind: "refused"; code: string };

/** Path of Auth.js that mails a link to sign in with. */
export const MAGIC_LINK_ACTION = "/api/auth/signin/email";

/**
 * Takes over the sending of a form of Auth.js that would also work without scripts, so that what was typed survives a mistake.
 * @param firstCode of what went wrong before, when the reader was sent here
 */
export function useAuthForm(firstCode: string | null) {
  const failureText = useFailureText();
  const signInMessage = useSignInErrorMessage();
  const [state, setState] = useState<State>(
    firstCode === null ? { kind: "idle" } : { kind: "refused", code: firstCode },
  );

  const conclude = (action: string, outcome: AuthOutcome) => {
    if (!outcome.ok && outcome.code !== "Banned") setState({ kind: "refused", code: outcome.code });
    else if (outcome.ok && action === MAGIC_LINK_ACTION) setState({ kind: "linkSent" });
    // Whoever is banned is told why by the page that Auth.js names.
    else window.location.assign(outcome.url);
  };
  const send = (form: HTMLFormElement, action: string) => {
    setState({ kind: "sending" });
    submitAuthForm(action, textFields(form)).then(
      (outcome) => conclude(action, outcome),
      () => setState({ kind: "unreachable" }),
    );
  };
  const messageOf = () => {
    if (state.kind === "unreachable") return failureText(UNREACHABLE);
    return state.kind === "refused" ? signInMessage(state.code) : null;
  };
  return {
    isSending: state.kind === "sending",
    isLinkSent: state.kind === "linkSent",
    isWrongPassword: state.kind === "refused" && state.code === "CredentialsSignin",
    /** Null while nothing has gone wrong. */
    message: messageOf(),
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

/** What Auth.js made of a form: where to go on, and the code of what went wrong if something did. */
type AuthOutcome = { ok: true; url: string } | { ok: false; url: string; code: string };

const TOO_MANY_REQUESTS = 429;

/**
 * Sends a form of Auth.js without leaving the page. Auth.js then names the address it would have redirected to.
 * @throws when the server cannot be reached
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

/** The codes of Auth.js that there are texts for. */
const CODES = [
  "CredentialsSignin",
  "Banned",
  "Configuration",
  "Verification",
  "OAuthAccountNotLinked",
  "AccessDenied",
  "MissingCSRF",
  "RateLimited",
] as const;

/** What a code of Auth.js means for whoever signs in. */
function useSignInErrorMessage(): (code: string) => string {
  const t = useTranslations("auth");
  return (code) => {
    const known = CODES.find((one) => one === code);
    return t(known ? `refusal.${known}` : "refusal.unknown");
  };
}
