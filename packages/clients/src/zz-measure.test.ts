import { once } from "node:events";
import { createServer } from "node:http";
import { it } from "vitest";
import { createOpenAiChatModel } from "/work/main/packages/clients/src/chat-model";

it("measure", async () => {
  for (const mb of [1, 10, 30]) {
    const s = createServer((_q, r) => {
      r.setHeader("content-type", "text/event-stream");
      r.end(`data: {"choices":[{"delta":{"content":"${"x".repeat(mb * 1024 * 1024)}"}}]}\n\n`);
    }).listen(0, "127.0.0.1");
    await once(s, "listening");
    const port = (s.address() as { port: number }).port;
    let worst = 0;
    let last = performance.now();
    const t = setInterval(() => {
      const n = performance.now();
      worst = Math.max(worst, n - last);
      last = n;
    }, 5);
    const m = createOpenAiChatModel({ baseUrl: `http://127.0.0.1:${port}`, apiKey: "k", model: "m" });
    const a = performance.now();
    const c0 = process.cpuUsage();
    try {
      for await (const _ of m.stream([{ role: "user", content: "x" }]));
    } catch (e) {
      console.log(String(e));
    }
    clearInterval(t);
    console.log(
      mb,
      "MB",
      Math.round(performance.now() - a),
      "ms, cpu",
      Math.round(process.cpuUsage(c0).user / 1000),
      "worst stall",
      Math.round(worst),
    );
    s.close();
  }
}, 120000);
