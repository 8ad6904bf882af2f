import { Anchor } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useLocalePath } from "~/i18n/use-locale-path";

interface AuthLinkProps {
  to: "/sign-in" | "/sign-up" | "/forgot-password";
  /** Where to go in the end: kept on the way from one form to the other. */
  callbackUrl?: string;
  children: ReactNode;
}

/** A link between the pages of signing in and up. */
export function AuthLink({ to, callbackUrl, children }: AuthLinkProps) {
  const path = useLocalePath();
  const query = callbackUrl === undefined ? "" : `?${new URLSearchParams({ callbackUrl })}`;
  return (
    <Anchor component={Link} to={path(`${to}${query}`)} inherit>
      {children}
    </Anchor>
  );
}
