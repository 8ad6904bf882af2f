// Loaded into the server that is fuzzed: tells its parent, when asked, what it holds after a garbage collection.
process.on("message", () => {
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({ heldBytes: heapUsed + external, rssBytes: rss });
});
process.channel?.unref();
