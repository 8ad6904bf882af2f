import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Deps } from "../../apps/web/app/server/composition-root.server";
import { seedCustomers } from "../faults/seed-customers";
import type { FuzzContext, Procedure } from "./fuzz-group";

const VICTIMS = 3;

/** Users to send requests as and to act on, and the secrets that requests need to pass authentication. */
export async function createFuzzContext(deps: Deps, origin: string): Promise<FuzzContext> {
  const { db } = deps.service;
  const [user, admin] = await seedCustomers(db, 2);
  await db.user.update({ where: { id: admin?.id ?? "" }, data: { role: "admin" } });
  const victimIds = Array.from({ length: VICTIMS }, () => randomUUID());
  await db.user.createMany({ data: victimIds.map((id) => ({ id, email: `${id}@example.com` })) });
  const apiKey = `gm_${randomBytes(32).toString("base64url")}`;
  const keyHash = createHash("sha256").update(apiKey).digest("hex");
  const scopes = ["chat", "image", "video", "upload", "read"];
  await db.apiKey.create({
    data: { userId: user?.id ?? "", name: "Fuzz", keyHash, prefix: apiKey.slice(0, 10), scopes },
  });
  const response = await fetch(`${origin}/api/auth/csrf`);
  const { csrfToken } = (await response.json()) as { csrfToken: string };
  return {
    origin,
    userCookie: `authjs.session-token=${user?.sessionToken}`,
    adminCookie: `authjs.session-token=${admin?.sessionToken}`,
    victimIds,
    webhookSecret: deps.env.PROVIDER_WEBHOOK_SECRET ?? "",
    cronSecret: deps.env.CRON_SECRET ?? "",
    apiKey,
    csrf: {
      token: csrfToken,
      cookie: response.headers
        .getSetCookie()
        .map((cookie) => cookie.split(";")[0])
        .join("; "),
    },
    procedures: procedures(deps),
  };
}

interface Definition {
  _def: { type: Procedure["type"]; inputs: readonly { shape?: Record<string, unknown> }[] };
}

function procedures({ appRouter }: Deps): Procedure[] {
  return Object.entries(appRouter._def.procedures as unknown as Record<string, Definition>).map(([path, { _def }]) => ({
    path,
    type: _def.type,
    fields: _def.inputs.flatMap(({ shape }) => Object.keys(shape ?? {})),
  }));
}
