/** A text model that users may choose, with its price. */
export interface TextModel {
  name: string;
  /** Credits for one answer. */
  credits: number;
}

const ENTRY = /^(?<name>[^\s:,][^\s,]*):(?<credits>\d{1,7})$/;
const MODELS_MAX = 20;

/**
 * Parses a list like `fast-model:5, smart-model:20`; the first is the default. Names may contain colons.
 * @returns null for an entry without a name or without a price above zero, for a repeated name, and for more than 20 models
 */
export function parseTextModels(list: string): TextModel[] | null {
  const models = list.split(",").map((entry): TextModel | null => {
    const { name, credits } = ENTRY.exec(entry.trim())?.groups ?? {};
    return name === undefined || Number(credits) === 0 ? null : { name, credits: Number(credits) };
  });
  const valid = models.filter((model) => model !== null);
  const names = new Set(valid.map(({ name }) => name));
  return valid.length === models.length && names.size === valid.length && valid.length <= MODELS_MAX ? valid : null;
}
