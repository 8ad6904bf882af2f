import { type FormEvent, useState } from "react";
import { UNREACHABLE } from "../failure/failure";
import { useFailureText } from "../failure/use-failure-text";
import { type AuthOutcome, submitAuthForm } from "./submit-auth-form";
import { useSignInErrorMessage } from "./use-sign-in-message";

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
