import type { ApiOutputs } from "@app/api/root";
import { lazy, type ReactNode, Suspense } from "react";
import { SignedOutFrame } from "./signed-out-frame";
import type { Viewer } from "./viewer";

/** The server has it at once; browsers load it, with the API's client, only for whoever is signed in. */
const SignedInFrame = import.meta.env.SSR
  ? (await import("./signed-in-frame")).SignedInFrame
  : lazy(async () => ({ default: (await import("./signed-in-frame")).SignedInFrame }));

interface AppFrameProps {
  viewer: Viewer | null;
  openVideos: ApiOutputs["video"]["open"];
  children: ReactNode;
}

/** What surrounds every page: header, navigation and the main landmark. */
export function AppFrame({ viewer, openVideos, children }: AppFrameProps) {
  if (!viewer) return <SignedOutFrame>{children}</SignedOutFrame>;
  return (
    <Suspense>
      <SignedInFrame viewer={viewer} openVideos={openVideos}>
        {children}
      </SignedInFrame>
    </Suspense>
  );
}
