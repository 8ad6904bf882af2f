/** A reference image as the history keeps it. */
export interface HistoryReference {
  /** The picture's address; null for one that was sent inline. */
  address: string | null;
  /** The address, or what kind of inline picture it was. */
  label: string;
}

/** Keeps an address as it is, but not the megabytes of an inline picture. */
export function referenceForHistory(imageUrl: string): HistoryReference {
  if (!/^data:/i.test(imageUrl)) return { address: imageUrl, label: imageUrl };
  return { address: null, label: imageUrl.slice(0, imageUrl.indexOf(",")) };
}
