import { createServer as createHttpServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { createServer } from "vite";

/** Serves the application from its sources through Vite, with hot reload. */
export async function startDevServer(): Promise<void> {
  const http = createHttpServer();
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server: http } } });
  const load = () => vite.ssrLoadModule("./dev-app.ts") as Promise<typeof import("./dev-app")>;
  const { readDevEnv } = await load();
  const { PORT, HOST } = readDevEnv();
  http.on("request", (request, response) => {
    vite.middlewares(request, response, async () => {
      const { devFetch } = await load();
      await getRequestListener(devFetch, { overrideGlobalObjects: false })(request, response);
    });
  });
  await new Promise<void>((resolve, reject) => http.once("error", reject).listen(PORT, HOST, resolve));
}
