import classes from "./id-text.module.css";

/** An id in a table: cut off where it is long, whole when it is pointed at or copied. */
export function IdText({ id }: { id: string | null }) {
  if (id === null) return <>—</>;
  return (
    <span className={classes["id"]} title={id}>
      {id}
    </span>
  );
}
