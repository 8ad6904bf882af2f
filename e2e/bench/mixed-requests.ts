import type { BenchUser } from "./fixtures";

const LEDGER_PATH = "/api/trpc/me.current";
/** The mix of twenty requests: a few pages and mostly the small calls behind them. */
const TURNS = [
  "/dashboard",
  "/sign-in",
  ...Array.from({ length: 6 }, () => "/healthz"),
  ...Array.from({ length: 8 }, () => LEDGER_PATH),
  ...Array.from({ length: 4 }, () => "chat" as const),
];

/** Sends the requests of the mix in turn, each as the next user. */
export class MixedRequests {
  /** Chats whose response was complete. */
  chats = 0;
  requests = 0;
  readonly #users: readonly BenchUser[];

  constructor(users: readonly BenchUser[]) {
    this.#users = users;
  }

  async send(url: string): Promise<void> {
    const turn = this.requests;
    this.requests += 1;
    const { cookie } = this.#users[turn % this.#users.length] ?? { cookie: "" };
    const path = TURNS[turn % TURNS.length] ?? "";
    if (path === "chat") return this.#chat(url, cookie);
    const response = await fetch(`${url}${path}`, { headers: { cookie } });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path} got status ${response.status}`);
  }

  async #chat(url: string, cookie: string): Promise<void> {
    const headers = { cookie, "content-type": "application/json" };
    const response = await fetch(`${url}/api/chat/stream`, {
      method: "POST",
      headers,
      body: '{"message":"Count to three"}',
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`A chat got status ${response.status}: ${text}`);
    this.chats += 1;
  }
}
