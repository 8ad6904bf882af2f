import { useParams } from "@remix-run/react";
import { localePath } from "./locale";

/** Makes links that stay under the reader's language prefix. */
export function useLocalePath(): (path: string) => string {
  const { locale } = useParams();
  return (path) => localePath(locale, path);
}
