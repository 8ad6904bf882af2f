import { Table } from "@mantine/core";
import { Link } from "@remix-run/react";
import IconArrowDown from "@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs";
import IconArrowsSort from "@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs";
import IconArrowUp from "@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs";
import { useNextParams } from "../page/use-next-params";

interface SortLinkProps {
  sort: string;
  label: string;
  className: string;
  cellProps: { "data-end"?: boolean };
}

const DEFAULT_SORT = "createdAt";
const ICON_PX = 14;

/** The name of a column that the list can be ordered by. A second click turns the order round. */
export function SortLink({ sort, label, className, cellProps }: SortLinkProps) {
  const params = useNextParams();
  const isCurrent = (params.get("sort") ?? DEFAULT_SORT) === sort;
  const isAscending = params.get("direction") === "asc";
  const next = new URLSearchParams(params);
  next.delete("cursor");
  next.set("sort", sort);
  next.set("direction", isCurrent ? (isAscending ? "desc" : "asc") : firstDirection(sort));
  const Icon = isCurrent ? (isAscending ? IconArrowUp : IconArrowDown) : IconArrowsSort;
  return (
    <Table.Th scope="col" {...cellProps} aria-sort={isCurrent ? (isAscending ? "ascending" : "descending") : "none"}>
      <Link to={`?${next}`} preventScrollReset className={className} data-current={isCurrent || undefined}>
        {label}
        <Icon size={ICON_PX} stroke={1.8} aria-hidden />
      </Link>
    </Table.Th>
  );
}

/** Texts are read from A on; of numbers and dates the greatest is what one looks for. */
function firstDirection(sort: string): "asc" | "desc" {
  return sort === "email" ? "asc" : "desc";
}
