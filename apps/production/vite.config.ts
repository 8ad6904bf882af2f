import { cpSync } from "node:fs";
import path from "node:path";
import { defineConfig, type Plugin } from "vite";
import { dependencies } from "./package.json";

const ROOT = path.join(import.meta.dirname, "../..");

/** What runs next to the web process, each as `node tools/<name>.js`. A new command needs one line here. */
const TOOLS = {
  worker: "apps/web/worker.ts",
  migrate: "prisma/cli/migrate-cli.ts",
  seed: "prisma/cli/seed-cli.ts",
  "promote-admin": "prisma/cli/promote-admin-cli.ts",
  doctor: "scripts/ops/doctor.ts",
  "verify-ledger": "scripts/ops/verify-ledger.ts",
  "replay-webhook": "scripts/ops/replay-webhook.ts",
  "reconcile-billing": "scripts/ops/reconcile-billing.ts",
  "reencrypt-secrets": "scripts/ops/reencrypt-secrets.ts",
  sandbox: "scripts/ops/sandbox.ts",
};

/** What migrations read at run time. The tools find it in the folder above their own, as the sources do. */
const PRISMA_FILES = ["prisma.config.ts", "schema.prisma", "migrations", "offline-engine"];

/** Copies keep their modes: the Prisma CLI executes offline-engine/schema-engine.mjs. */
function copyPrismaFiles(): Plugin {
  return {
    name: "genmint:copy-prisma-files",
    closeBundle: () => {
      for (const file of PRISMA_FILES)
        cpSync(path.join(ROOT, "prisma", file), path.join(import.meta.dirname, "build", file), {
          recursive: true,
          filter: (source) => !source.endsWith(".test.ts"),
        });
    },
  };
}

/** Builds the worker and the command-line tools as plain JavaScript. The web process has a build of its own. */
export default defineConfig({
  plugins: [copyPrismaFiles()],
  resolve: { alias: { "~": path.join(ROOT, "apps/web/app") } },
  build: {
    ssr: true,
    target: "es2022",
    outDir: "build",
    emptyOutDir: true,
    rollupOptions: {
      input: Object.fromEntries(Object.entries(TOOLS).map(([name, file]) => [name, path.join(ROOT, file)])),
      output: { entryFileNames: "tools/[name].js", chunkFileNames: "tools/[name]-[hash].js" },
    },
  },
  // Everything is bundled but the packages that a production machine installs.
  ssr: { noExternal: true, external: Object.keys(dependencies), target: "node" },
});
