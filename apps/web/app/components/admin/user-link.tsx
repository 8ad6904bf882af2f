import { Anchor } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useLocalePath } from "~/i18n/use-locale-path";

/** Leads to an administrator's view of a user. */
export function UserLink({ userId, text }: { userId: string; text: ReactNode }) {
  const path = useLocalePath();
  return (
    <Anchor component={Link} to={path(`/admin/users/${encodeURIComponent(userId)}`)} inherit>
      {text}
    </Anchor>
  );
}
