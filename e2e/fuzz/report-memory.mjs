// Preloaded into a measured server: on request reports its memory after a garbage collection to the parent process.
process.on("message", () => {
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({ heldBytes: heapUsed + external, rssBytes: rss });
});
process.channel?.unref();
