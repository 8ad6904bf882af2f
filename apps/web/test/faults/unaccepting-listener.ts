import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

const LISTEN =
  'const s=require("net").createServer().listen({port:0,host:"127.0.0.1",backlog:1},()=>console.log(s.address().port))';
/** A connection attempt that takes longer than this waits in the kernel's queue. */
const CONNECT_WAIT_MS = 500;
const CONNECTIONS_MAX = 16;

/** A server too busy to accept: its process is stopped and its queue is full, so that connecting never ends. */
export class UnacceptingListener {
  #process: ChildProcess | null = null;
  readonly #sockets: Socket[] = [];

  /** Returns the address to configure. */
  async start(): Promise<string> {
    const listener = spawn(process.execPath, ["-e", LISTEN], { stdio: ["ignore", "pipe", "ignore"] });
    this.#process = listener;
    const [output]: Buffer[] = await once(listener.stdout, "data");
    const port = Number(output);
    listener.kill("SIGSTOP");
    while (await this.#isAccepted(port))
      if (this.#sockets.length > CONNECTIONS_MAX) throw new Error("The queue of connections does not fill");
    return `http://127.0.0.1:${port}`;
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#process?.kill("SIGKILL");
  }

  async #isAccepted(port: number): Promise<boolean> {
    const socket = connect(port, "127.0.0.1").on("error", () => undefined);
    this.#sockets.push(socket);
    return Promise.race([once(socket, "connect").then(() => true), pause(CONNECT_WAIT_MS, false)]);
  }
}
