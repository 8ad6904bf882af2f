/** Fault tests have two forms: a short one that runs with every test, and the long one that FAULTS=long asks for. */
export function faultScale<T>({ short, long }: { short: T; long: T }): T {
  return process.env["FAULTS"] === "long" ? long : short;
}
