import { AppError } from "../errors";
import { parseIsoDate } from "../input/date";
import { isBlank, textProblem } from "../input/fields";

const TEXT_MAX_CHARACTERS = 255;
const AMOUNT_MAX_CENTS = 2_147_483_647;
const DATE_MAX_MS = Date.UTC(9999, 11, 31);

/**
 * Reads one object of a provider's event field by field. A field that is absent, null or blank reads as null. A field of the wrong shape is
 * refused with its full name, because guessing could grant a payment twice.
 */
export class EventFields {
  readonly #members: ReadonlyMap<string, unknown>;
  readonly #path: string;

  private constructor(members: ReadonlyMap<string, unknown>, path: string) {
    this.#members = members;
    this.#path = path;
  }

  /** @throws AppError `bad_request` when the event is no object */
  static ofEvent(body: unknown): EventFields {
    if (!isPlainObject(body)) throw new AppError("bad_request", "Request body must be a JSON object");
    return new EventFields(ownMembers(body), "");
  }

  /** The fields of a nested object. None when it is absent. */
  fields(name: string): EventFields {
    const value = this.#value(name);
    if (value !== null && !isPlainObject(value)) throw this.#refusal(name, "must be an object");
    return new EventFields(ownMembers(value ?? {}), `${this.#path}${name}.`);
  }

  /** Like `fields`, where the provider may send an object's bare id in its place. */
  reference(name: string): EventFields {
    const value = this.#value(name);
    if (typeof value !== "string") return this.fields(name);
    return new EventFields(new Map([["id", value]]), `${this.#path}${name}.`);
  }

  text(name: string): string | null {
    const value = this.#value(name);
    if (value === null) return null;
    if (typeof value !== "string") throw this.#refusal(name, "must be a string");
    if (isBlank(value)) return null;
    const problem = textProblem(`${this.#path}${name}`, value, TEXT_MAX_CHARACTERS);
    if (problem !== undefined) throw new AppError("bad_request", problem);
    return value;
  }

  amountCents(name: string): number | null {
    if (this.#value(name) === null) return null;
    const amount = this.optionalAmountCents(name);
    if (amount === null) throw this.#refusal(name, `must be a whole number of cents from 0 to ${AMOUNT_MAX_CENTS}`);
    return amount;
  }

  /** An amount. Anything else reads as null. */
  optionalAmountCents(name: string): number | null {
    const value = this.#value(name);
    return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= AMOUNT_MAX_CENTS
      ? value
      : null;
  }

  /** A date in milliseconds or ISO text. Anything else reads as null, because every date has a fallback. */
  date(name: string): Date | null {
    const value = this.#value(name);
    const date = typeof value === "number" ? new Date(value) : typeof value === "string" ? parseIsoDate(value) : null;
    return date && date.getTime() > 0 && date.getTime() <= DATE_MAX_MS ? date : null;
  }

  /** A text. Anything else reads as null. */
  optionalText(name: string): string | null {
    return typeof this.#value(name) === "string" ? this.text(name) : null;
  }

  /** The fields of a nested object. Anything else reads as an object without fields. */
  optionalFields(name: string): EventFields {
    return isPlainObject(this.#value(name)) ? this.fields(name) : new EventFields(new Map(), `${this.#path}${name}.`);
  }

  #value(name: string): unknown {
    return this.#members.get(name) ?? null;
  }

  #refusal(name: string, problem: string): AppError {
    return new AppError("bad_request", `${this.#path}${name} ${problem}`);
  }
}

// A Map of own members: names such as `constructor` are not looked up in the prototype.
function ownMembers(value: object): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(value));
}

function isPlainObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
