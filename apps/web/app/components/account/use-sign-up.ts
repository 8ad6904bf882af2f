import { useMutation } from "@tanstack/react-query";
import { type Failure, UNREACHABLE } from "../failure/failure";
import { responseFailure } from "../failure/response-failure";
import type { AuthFormData } from "./auth-form-fields";
import { submitAuthForm } from "./submit-auth-form";

export interface SignUpValues {
  name: string;
  email: string;
  password: string;
}

/** How signing up ended: with a session, with an account that still has to sign in, or not at all. */
type SignUpOutcome =
  | { kind: "signed_in"; url: string }
  | { kind: "account_only" }
  | { kind: "refused"; failure: Failure };

/** Creates an account and signs in to it. */
export function useSignUp(form: AuthFormData) {
  const signingUp = useMutation({
    mutationFn: (values: SignUpValues) => signUp(values, form),
    onSuccess: (outcome) => {
      if (outcome.kind === "signed_in") window.location.assign(outcome.url);
    },
  });
  const refusal = signingUp.data?.kind === "refused" ? signingUp.data.failure : null;
  return {
    signUp: (values: SignUpValues) => signingUp.mutate(values),
    isSending: signingUp.isPending,
    failure: signingUp.error ? UNREACHABLE : refusal,
    hasAccountOnly: signingUp.data?.kind === "account_only",
  };
}

async function signUp(values: SignUpValues, form: AuthFormData): Promise<SignUpOutcome> {
  const response = await fetch("/api/auth/sign-up", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(values),
  });
  if (!response.ok) return { kind: "refused", failure: await responseFailure(response) };
  const { email, password } = values;
  const signedIn = await submitAuthForm("/api/auth/callback/credentials", { ...form, email, password });
  return signedIn.ok ? { kind: "signed_in", url: signedIn.url } : { kind: "account_only" };
}
