import { LazySignedInFrame } from "./lazy-signed-in-frame";
import type { SignedInFrameProps } from "./signed-in-frame";
import { SignedOutFrame } from "./signed-out-frame";
import type { Viewer } from "./viewer";

interface AppFrameProps extends Omit<SignedInFrameProps, "viewer"> {
  viewer: Viewer | null;
}

/** The frame of every page: header, navigation and the main landmark. */
export function AppFrame({ viewer, ...props }: AppFrameProps) {
  if (!viewer) return <SignedOutFrame>{props.children}</SignedOutFrame>;
  return <LazySignedInFrame props={{ viewer, ...props }} />;
}
