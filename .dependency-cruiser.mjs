/**
 * The direction of dependence. core ← clients; core, @app/db ← services (clients as types only); services ← api;
 * services, api ← apps/web, where only the composition root constructs clients and the database.
 */
const OWN = "^(?:packages|prisma|apps|e2e|scripts)/";
const TESTS = "\\.test\\.tsx?$|/test/|vitest\\.config\\.ts$|vite\\.config\\.ts$|playwright\\.config\\.ts$";

const fence = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

export default {
  forbidden: [
    fence("no-cycles", "Two modules that need each other are one.", {}, { circular: true }),
    fence(
      "core-is-pure",
      "No I/O, no framework, no dependency but zod.",
      { path: "^packages/core/src", pathNot: TESTS },
      { pathNot: ["^packages/core/src", "node_modules/zod/"] },
    ),
    fence(
      "clients-know-core-only",
      "",
      { path: "^packages/clients/src", pathNot: TESTS },
      { path: OWN, pathNot: ["^packages/clients/src", "^packages/core/src"] },
    ),
    fence(
      "services-use-core-and-db",
      "",
      { path: "^packages/services/src", pathNot: TESTS },
      {
        path: OWN,
        pathNot: [
          "^packages/services/src",
          "^packages/core/src",
          "^packages/clients/src",
          "^prisma/(?:client/|generated|cli/demo-accounts)",
        ],
      },
    ),
    fence(
      "services-know-clients-as-types",
      "The composition root hands them in.",
      { path: "^packages/services/src", pathNot: TESTS },
      { path: "^packages/clients/src", dependencyTypesNot: ["type-only"] },
    ),
    fence(
      "api-uses-services",
      "No Prisma and no clients in a transport.",
      { path: "^packages/api/src", pathNot: TESTS },
      { path: OWN, pathNot: ["^packages/api/src", "^packages/services/src", "^packages/core/src"] },
    ),
    fence(
      "the-published-client-stands-alone",
      "It is installed without this repository.",
      { path: "^packages/client/src", pathNot: TESTS },
      { path: OWN, pathNot: "^packages/client/src" },
    ),
    fence(
      "sandbox-knows-nobody",
      "It plays the outside world, which does not import us.",
      { path: "^packages/sandbox/src" },
      { path: OWN, pathNot: "^packages/sandbox/src" },
    ),
    fence("no-trpc-below-api", "", { path: "^packages/(?:core|clients|services)/" }, { path: "node_modules/@trpc/" }),
    fence(
      "no-react-in-packages",
      "",
      { path: "^(?:packages|prisma)/" },
      { path: "node_modules/(?:react|react-dom|@remix-run|@mantine)/" },
    ),
    fence(
      "one-way-out",
      "Requests go through guarded-fetch, or configured-fetch for a host that the configuration names.",
      {
        path: "^(?:packages/(?:core|clients|services|api)/src|apps/web/app)/",
        pathNot: [TESTS, "^packages/clients/src/http/(?:guarded|configured)-fetch\\.ts$"],
      },
      { path: "^(?:node:)?(?:https?|http2|tls|dgram)$|node_modules/undici/", dependencyTypesNot: ["type-only"] },
    ),
    fence(
      "no-sockets-beside-it",
      "",
      { path: "^(?:packages/(?:core|services|api)/src|apps/web/app)/", pathNot: TESTS },
      { path: "^(?:node:)?net$", dependencyTypesNot: ["type-only"] },
    ),
    fence(
      "no-prisma-in-routes",
      "A route translates; the use case decides.",
      { path: "^apps/web/app/(?:routes|features|ui|trpc|i18n)", pathNot: TESTS },
      { path: ["^prisma/", "^packages/clients/src", "node_modules/@prisma/"] },
    ),
    fence(
      "one-composition-root",
      "Only it constructs clients and the database. configured-fetch is exempt: it keeps no state and reaches configured hosts only.",
      { path: "^apps/web/", pathNot: [TESTS, "/composition-root\\.server\\.ts$"] },
      {
        path: ["^prisma/client", "^packages/clients/src/(?!http/configured-fetch\\.ts$)"],
        dependencyTypesNot: ["type-only"],
      },
    ),
    fence(
      "components-know-types-of-services",
      "What runs in the browser never carries a use case.",
      { path: "^apps/web/app/(?:features|ui)/", pathNot: TESTS },
      { path: "^packages/(?:services|api)/src", dependencyTypesNot: ["type-only"] },
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(?:/build/|prisma/generated|prisma/offline-engine)" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js"],
    },
  },
};
