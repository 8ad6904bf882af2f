import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import { useState } from "react";
import { submitSignOut } from "~/components/shell/submit-sign-out";
import { useLocalePath } from "~/i18n/use-locale-path";

/** The way out of a sign-in that is not finished. Where the server cannot be reached it may be tried again. */
export function SignOutLink({ children }: { children: ReactNode }) {
  const path = useLocalePath();
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = () => {
    setIsLeaving(true);
    submitSignOut(path("/sign-in")).catch(() => setIsLeaving(false));
  };
  return (
    <Anchor component="button" type="button" inherit disabled={isLeaving} onClick={leave}>
      {children}
    </Anchor>
  );
}
