import type { BenchUser } from "./fixtures";

const LEDGER_PATH = "/api/trpc/me.current";
/** What twenty requests are: a page now and then, and for the most part the small calls behind it. */
const TURNS = [
  "/dashboard",
  "/sign-in",
  ...Array.from({ length: 6 }, () => "/healthz"),
  ...Array.from({ length: 8 }, () => LEDGER_PATH),
  ...Array.from({ length: 4 }, () => "chat" as const),
];

/** Sends requests in turn, each as the next of some people. */
export class MixedRequests {
  /** Chats that were answered to their end. */
  chats = 0;
  requests = 0;
  readonly #people: readonly BenchUser[];

  constructor(people: readonly BenchUser[]) {
    this.#people = people;
  }

  async send(url: string): Promise<void> {
    const turn = this.requests;
    this.requests += 1;
    const { cookie } = this.#people[turn % this.#people.length] ?? { cookie: "" };
    const path = TURNS[turn % TURNS.length] ?? "";
    if (path === "chat") return this.#chat(url, cookie);
    const answer = await fetch(`${url}${path}`, { headers: { cookie } });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
  }

  async #chat(url: string, cookie: string): Promise<void> {
    const headers = { cookie, "content-type": "application/json" };
    const answer = await fetch(`${url}/api/chat/stream`, {
      method: "POST",
      headers,
      body: '{"message":"Count to three"}',
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`A chat was answered with ${answer.status}: ${text}`);
    this.chats += 1;
  }
}
