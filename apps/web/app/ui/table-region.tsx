import { Box, Table } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./table-region.module.css";

interface TableRegionProps {
  /** The accessible name of the region. */
  label: string;
  columns: readonly string[];
  /** The table's rows. */
  children: ReactNode;
}

/** A table in a horizontally scrollable region, which is focusable so that it scrolls by keyboard. */
export function TableRegion({ label, columns, children }: TableRegionProps) {
  return (
    <Box role="region" aria-label={label} tabIndex={0} className={classes["region"] ?? ""}>
      <Table verticalSpacing="xs" horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column} scope="col">
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Box>
  );
}
