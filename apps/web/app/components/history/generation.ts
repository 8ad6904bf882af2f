import type { ApiOutputs } from "@app/api/root";

/** An image or video as lists show it. */
export type Generation = ApiOutputs["history"]["list"]["items"][number];
