import { useTranslations } from "use-intl/react";

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
export function useSignInErrorMessage(): (code: string) => string {
  const t = useTranslations("auth");
  return (code) => {
    const known = CODES.find((one) => one === code);
    return t(known ? `refusal.${known}` : "refusal.unknown");
  };
}
