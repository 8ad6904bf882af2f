const TYPES = ["image", "video"] as const;
const STATUSES = ["pending", "processing", "completed", "failed"] as const;

/** Which images and videos are shown; undefined stands for all. */
export interface HistoryFilter {
  type: (typeof TYPES)[number] | undefined;
  status: (typeof STATUSES)[number] | undefined;
}

/** The filter in a page's address. Words that are no choice are no filter. */
export function readHistoryFilter(params: URLSearchParams): HistoryFilter {
  const asked = { type: params.get("type"), status: params.get("status") };
  return {
    type: TYPES.find((type) => type === asked.type),
    status: STATUSES.find((status) => status === asked.status),
  };
}
