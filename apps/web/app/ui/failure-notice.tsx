import { Alert, Anchor } from "@mantine/core";
import { Link, useLocation } from "@remix-run/react";
import IconAlertCircle from "@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { useOutOfCredits } from "../features/credits/out-of-credits";
import { type Failure, useFailureText } from "./failure";

/** An alert for a failure, with a link if the user can fix it. */
export function FailureNotice({ failure, children }: { failure: Failure; children?: ReactNode }) {
  const t = useTranslations("failure");
  const text = useFailureText();
  const signInAgainPath = useSignInAgainPath();
  const { offer } = useOutOfCredits();
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle aria-hidden />}>
      {text(failure)}{" "}
      {failure.kind === "outOfCredits" ? (
        <Anchor component="button" type="button" onClick={offer} inherit c="inherit">
          {t("getCredits")}
        </Anchor>
      ) : null}
      {failure.kind === "sessionEnded" ? (
        <Anchor component={Link} to={signInAgainPath} inherit>
          {t("signInAgain")}
        </Anchor>
      ) : null}
      {children}
    </Alert>
  );
}

/** Shown when no provider is configured for this kind of generation. */
export function NotConfigured({ part }: { part: "chat" | "image" | "video" }) {
  const t = useTranslations("studio.notConfigured");
  return (
    <Alert color="yellow" mb="lg" role="status">
      {t(part)}
    </Alert>
  );
}

/** The sign-in page for a session that has ended. It leads back to the page that is shown. */
export function useSignInAgainPath(): string {
  const path = useLocalePath();
  const { pathname, search } = useLocation();
  return path(`/sign-in?${new URLSearchParams({ callbackUrl: `${pathname}${search}` })}`);
}
