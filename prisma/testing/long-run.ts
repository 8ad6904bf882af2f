/** With `FAULTS=long`, as in `pnpm test:faults`. Otherwise this is a run of `npm test`, which leaves out what takes long. */
export const isLongRun = process.env["FAULTS"] === "long";
