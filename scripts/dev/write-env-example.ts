// pnpm env:example: writes .env.example from the service's environment schema.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { envExample } from "../../apps/web/app/server/env/env.server";

writeFileSync(path.join(import.meta.dirname, "../../.env.example"), envExample());
