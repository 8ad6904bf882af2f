import { EnvSchema } from "./env.server";

/** The text of .env.example: every variable the service reads, with what it is for and its default. */
export function envExample(): string {
  const lines = Object.entries(EnvSchema.shape).flatMap(([name, field]) => {
    const missing = field.safeParse(undefined);
    const value = missing.success ? (missing.data ?? "") : "";
    const required = missing.success ? "" : " (required)";
    return [...(field.description ? ["", `# ${field.description}${required}`] : []), `${name}=${String(value)}`];
  });
  return `# The service's environment. An empty value counts as unset. Made by \`pnpm env:example\`.\n${lines.join("\n")}\n`;
}
