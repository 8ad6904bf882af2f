import type { ApiOutputs } from "@app/api/root";
import type { apiCaller } from "~/trpc/caller.server";

type Api = Awaited<ReturnType<typeof apiCaller>>;

/** What a studio starts with: `?from=` repeats an earlier generation, `?picture=` uses an image of the library as the reference. */
export async function loadEarlier(
  api: Api,
  params: URLSearchParams,
): Promise<{ earlier: ApiOutputs["studio"]["earlier"]; isEarlierMissing: boolean }> {
  const [from, picture] = [params.get("from"), params.get("picture")];
  if (!from && !picture) return { earlier: null, isEarlierMissing: false };
  const earlier = from
    ? await api.studio.earlier({ generationId: from })
    : await api.studio.picture({ generationId: picture ?? "" });
  return { earlier, isEarlierMissing: earlier === null };
}
