import { Card } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./figure-card.module.css";

interface FigureCardProps {
  label: string;
  value: ReactNode;
  note?: ReactNode;
}

/** One figure with its name, and what there is to say about it. */
export function FigureCard({ label, value, note }: FigureCardProps) {
  return (
    <Card withBorder padding="md" h="100%">
      <p className={classes["label"]}>{label}</p>
      <p className={classes["value"]}>{value}</p>
      {note ? <div className={classes["note"]}>{note}</div> : null}
    </Card>
  );
}
