import { Box, Table } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./table-region.module.css";

interface TableRegionProps {
  /** Names the table, and the region it scrolls in. */
  label: string;
  columns: readonly string[];
  /** The rows. */
  children: ReactNode;
}

/** A table as wide as it needs to be, in a region that scrolls by touch and, being focusable, by keyboard. */
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
