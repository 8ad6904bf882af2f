import { createAppRouter } from "@app/api/root";
import { IMAGE_SIZES } from "@app/core/image/image-sizes";
import { VIDEO_RESOLUTIONS } from "@app/core/video/video-choices";
import type { AnyTRPCProcedure } from "@trpc/server";

const { procedures } = createAppRouter({
  imageChoices: { sizes: IMAGE_SIZES, defaultSize: "adaptive" },
  videoChoices: { maxDurationSeconds: 1, durations: null, resolutions: VIDEO_RESOLUTIONS },
})._def;

/** Typed as they are nested, kept by their whole names. */
const byName = procedures as unknown as Record<string, AnyTRPCProcedure>;

/** Every procedure there is, as the router has it, and whether it reads or writes. */
export const PROCEDURE_TYPES: ReadonlyMap<string, "query" | "mutation"> = new Map(
  Object.entries(byName).map(([name, { _def }]) => {
    if (_def.type === "subscription") throw new Error(`${name} is a subscription, which nothing here can call`);
    return [name, _def.type];
  }),
);
