/** The fault tests have a short form, in every run of the tests, and a long one that reaches their figures. */
export function faultScale<T>(scale: { short: T; long: T }): T {
  return process.env["FAULTS"] === "long" ? scale.long : scale.short;
}
