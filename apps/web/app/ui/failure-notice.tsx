import { Alert, Anchor } from "@mantine/core";
import { Link } from "@remix-run/react";
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
  const path = useLocalePath();
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
        <Anchor component={Link} to={path("/sign-in")} inherit>
          {t("signInAgain")}
        </Anchor>
      ) : null}
      {children}
    </Alert>
  );
}
