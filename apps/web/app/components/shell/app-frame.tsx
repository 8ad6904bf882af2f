import type { ApiOutputs } from "@app/api/root";
import { type ReactNode, Suspense, useState } from "react";
import { signedInFrame } from "./load-signed-in-frame";
import { SignedOutFrame } from "./signed-out-frame";
import type { Viewer } from "./viewer";

interface AppFrameProps {
  viewer: Viewer | null;
  openVideos: ApiOutputs["video"]["open"];
  children: ReactNode;
}

/** What surrounds every page: header, navigation and the main landmark. */
export function AppFrame({ viewer, openVideos, children }: AppFrameProps) {
  // The same one as long as the page is shown: another would begin anew.
  const [SignedInFrame] = useState(signedInFrame);
  if (!viewer) return <SignedOutFrame>{children}</SignedOutFrame>;
  return (
    <Suspense>
      <SignedInFrame viewer={viewer} openVideos={openVideos}>
        {children}
      </SignedInFrame>
    </Suspense>
  );
}
