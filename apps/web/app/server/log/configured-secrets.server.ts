import type { Env } from "../env.server";

const SECRET_NAME = /(?:SECRET|PASSWORD|_KEY|ACCESS_KEY_ID)$/;
const ADDRESS_NAME = /_URL$/;

/** Every secret the environment holds, by the names of its variables; of addresses their passwords. */
export function configuredSecrets(env: Env): string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    if (typeof value !== "string") return [];
    if (SECRET_NAME.test(name)) return [value];
    return ADDRESS_NAME.test(name) ? passwordsIn(value) : [];
  });
}

/** As it is written in the address, and as it is meant. */
function passwordsIn(address: string): string[] {
  const { password } = new URL(address);
  return password === "" ? [] : [password, decoded(password)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
