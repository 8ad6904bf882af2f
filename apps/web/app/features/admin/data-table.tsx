import { Box, Skeleton, Table } from "@mantine/core";
import { Link, useLocation, useNavigation } from "@remix-run/react";
import IconArrowDown from "@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs";
import IconArrowsSort from "@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs";
import IconArrowUp from "@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { useNextParams } from "~/ui/link-navigation";
import classes from "./data-table.module.css";

export interface Column {
  label: string;
  /** Numbers stand at the end of their cell, one below the other. */
  isNumber?: boolean;
  /** The order a click on the column's name asks for. */
  sort?: string;
}

interface DataTableProps {
  /** Names the table, and the region it scrolls in. */
  label: string;
  columns: readonly Column[];
  /** The rows. */
  children: ReactNode;
}

const SKELETON_ROWS = 8;

/**
 * A long list: its header stays in sight, it scrolls both ways by touch and, being focusable, by keyboard. While another page, order
 * or filter of the same list is fetched, it shows the shape of what is to come.
 */
export function DataTable({ label, columns, children }: DataTableProps) {
  const t = useTranslations("admin");
  const isLoading = useIsListLoading();
  return (
    <Box role="region" aria-label={label} aria-busy={isLoading} tabIndex={0} className={classes["region"] ?? ""}>
      <Table verticalSpacing="xs" horizontalSpacing="md" withRowBorders={false}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <ColumnHeader key={column.label} column={column} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{isLoading ? <SkeletonRows cells={columns.length} label={t("loading")} /> : children}</Table.Tbody>
      </Table>
    </Box>
  );
}

function ColumnHeader({ column }: { column: Column }) {
  const end = column.isNumber ? { "data-end": true } : {};
  if (column.sort === undefined)
    return (
      <Table.Th scope="col" {...end}>
        {column.label}
      </Table.Th>
    );
  return <SortLink sort={column.sort} label={column.label} className={classes["sort"] ?? ""} cellProps={end} />;
}

function SkeletonRows({ cells, label }: { cells: number; label: string }) {
  return Array.from({ length: SKELETON_ROWS }, (_row, row) => (
    <Table.Tr key={`row ${row}`}>
      {Array.from({ length: cells }, (_cell, cell) => (
        <Table.Td key={`cell ${cell}`} aria-label={row === 0 && cell === 0 ? label : undefined}>
          <Skeleton height={12} my={5} width={cell === 0 ? "80%" : "55%"} />
        </Table.Td>
      ))}
    </Table.Tr>
  ));
}

/** Whether this page's own list is being fetched anew, by a link or a form. */
function useIsListLoading(): boolean {
  const navigation = useNavigation();
  const { pathname } = useLocation();
  return navigation.state === "loading" && navigation.location.pathname === pathname;
}

interface SortLinkProps {
  sort: string;
  label: string;
  className: string;
  cellProps: { "data-end"?: boolean };
}

const DEFAULT_SORT = "createdAt";
const ICON_PX = 14;

/** The name of a column that the list can be ordered by. A second click turns the order round. */
function SortLink({ sort, label, className, cellProps }: SortLinkProps) {
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
