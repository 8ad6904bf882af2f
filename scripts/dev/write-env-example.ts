// pnpm env:example: writes .env.example from what the service reads.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { envExample } from "../../apps/web/app/server/env/env.server";

writeFileSync(path.join(import.meta.dirname, "../../.env.example"), envExample());
