import { Alert, Anchor } from "@mantine/core";
import { Link } from "@remix-run/react";
import IconAlertCircle from "@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs";
import type { ReactNode } from "react";
import { useLocalePath } from "~/i18n/use-locale-path";
import type { Failure } from "./failure";

/** Tells of a failure, at once also to screen readers, with the link that helps where there is one. */
export function FailureNotice({ failure, children }: { failure: Failure; children?: ReactNode }) {
  const path = useLocalePath();
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle aria-hidden />}>
      {failure.message}{" "}
      {failure.remedy === "buy_credits" ? (
        <Anchor component={Link} to={path("/billing")} inherit>
          Get credits
        </Anchor>
      ) : null}
      {failure.remedy === "sign_in" ? (
        <Anchor component={Link} to={path("/sign-in")} inherit>
          Sign in again
        </Anchor>
      ) : null}
      {children}
    </Alert>
  );
}
