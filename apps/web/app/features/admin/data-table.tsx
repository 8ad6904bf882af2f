import { Box, Skeleton, Table } from "@mantine/core";
import { Link, useLocation, useNavigation, useSearchParams } from "@remix-run/react";
import IconArrowDown from "@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs";
import IconArrowsSort from "@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs";
import IconArrowUp from "@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs";
import type { CSSProperties, ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { useNextParams } from "~/ui/link-navigation";
import { EmptyState } from "~/ui/page-layout";
import classes from "./data-table.module.css";
import { useTablePosition } from "./use-table-position";

export interface Column {
  label: string;
  /** Numbers are aligned at the end of the cell. */
  isNumber?: boolean;
  /** Value of the `sort` query parameter. Makes the header a link. */
  sort?: string;
}

interface DataTableProps {
  /** Accessible name of the scrolling region. */
  label: string;
  columns: readonly Column[];
  children: ReactNode;
}

const SKELETON_ROWS = 8;

/**
 * Scrollable table with a sticky header. It is focusable, so that it can be scrolled with the keyboard. On a phone each row is a card, whose
 * lines are labelled with the columns. Shows skeleton rows while another page, order or filter of the same list is loading.
 */
export function DataTable({ label, columns, children }: DataTableProps) {
  const t = useTranslations("admin");
  const isLoading = useIsListLoading();
  return (
    <Box
      role="region"
      aria-label={label}
      aria-busy={isLoading}
      tabIndex={0}
      className={classes["region"] ?? ""}
      style={labelVariables(columns)}
      {...useTablePosition(label, isLoading)}
    >
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

/** Replaces a table without rows. The children say that nothing matches the filter. Without a filter it says that the list is empty. */
export function EmptyList({ children }: { children: ReactNode }) {
  const t = useTranslations("admin");
  const [params] = useSearchParams();
  const isFiltered = [...params].some(([name, value]) => value !== "" && name !== "sort" && name !== "direction");
  return <EmptyState>{isFiltered ? children : t("nothingYet")}</EmptyState>;
}

/** The columns' labels as CSS strings, `--label-1` and on: the cells of a card show them without a change to any row. */
function labelVariables(columns: readonly Column[]): CSSProperties {
  return Object.fromEntries(columns.map(({ label }, index) => [`--label-${index + 1}`, JSON.stringify(label)]));
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

/** True while a link or form reloads the list of this page. */
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

/** Header of a sortable column. A second click reverses the order. */
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

/** Text is sorted from A to Z first, numbers and dates from the largest. */
function firstDirection(sort: string): "asc" | "desc" {
  return sort === "email" ? "asc" : "desc";
}
