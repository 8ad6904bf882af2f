import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { UNREACHABLE } from "../failure/failure";
import { useFailureText } from "../failure/use-failure-text";
import { signInMessage } from "./sign-in-messages";
import { type AuthOutcome, submitAuthForm } from "./submit-auth-form";

/** Takes over the sending of a form that would also work without scripts. */
export function useAuthForm(onSuccess: (outcome: AuthOutcome & { ok: true }) => void) {
  const failureText = useFailureText();
  const sending = useMutation({
    mutationFn: (form: HTMLFormElement) => submitAuthForm(form.action, textFields(form)),
    onSuccess: (outcome) => {
      if (outcome.ok) onSuccess(outcome);
    },
  });
  const refusal = sending.data?.ok === false ? signInMessage(sending.data.code) : null;
  return {
    isSending: sending.isPending,
    /** Null while nothing has gone wrong. */
    message: sending.error ? failureText(UNREACHABLE) : refusal,
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      sending.mutate(event.currentTarget);
    },
  };
}

function textFields(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return Object.fromEntries(entries);
}
