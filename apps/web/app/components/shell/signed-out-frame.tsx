import { AppShell } from "@mantine/core";
import type { ReactNode } from "react";
import { HEADER_HEIGHT, MainLandmark, SkipLink } from "./frame-parts";
import { SignedOutHeader } from "./signed-out-header";

/** What surrounds every page of whoever is signed out. */
export function SignedOutFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <AppShell header={{ height: HEADER_HEIGHT }} padding="md">
        <AppShell.Header px="md">
          <SignedOutHeader />
        </AppShell.Header>
        <MainLandmark>{children}</MainLandmark>
      </AppShell>
    </>
  );
}
