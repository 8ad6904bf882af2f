import { useParams } from "@remix-run/react";
import { type Format, formatFor } from "./format";
import { localeOf } from "./locale";

/** Dates, numbers and money in the language of the page. */
export function useFormat(): Format {
  return formatFor(localeOf(useParams()["locale"]));
}
