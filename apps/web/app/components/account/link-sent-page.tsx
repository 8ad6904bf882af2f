import { Anchor } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useLocalePath } from "~/i18n/use-locale-path";
import { AuthCard } from "./auth-card";
import { LinkSentNotice } from "./link-sent-notice";

/** Where someone is led who asked for a sign-in link without scripts. */
export function LinkSentPage() {
  const path = useLocalePath();
  return (
    <AuthCard
      title="Sign in"
      footer={
        <Anchor component={Link} to={path("/sign-in")} inherit>
          Back to signing in
        </Anchor>
      }
    >
      <LinkSentNotice />
    </AuthCard>
  );
}
