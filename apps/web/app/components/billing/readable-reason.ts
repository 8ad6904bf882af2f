/** A reason somebody typed, as a sentence begins. */
export function capitalizeReason(reason: string): string {
  const words = reason.replaceAll("_", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
