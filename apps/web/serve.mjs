// pnpm serve: the production server, configured by the environment alone. Node runs the build directly: a TypeScript loader would
// triple the start and double the memory. One V8 thread besides the main one: with the usual four, garbage collection
// takes time from the main thread where there are two cores.

// The demo accounts' passwords are public. Only `npm start`, which serves this machine alone, accepts them.
process.env["DEMO_SIGN_IN"] = "false";
await import(new URL("./build/server/index.js", import.meta.url).href);
