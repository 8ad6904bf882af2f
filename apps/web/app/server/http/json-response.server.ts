import type { ServerResponse } from "node:http";

/**
 * An answer in JSON like any other, which the server sends as the text it is: made into a web stream and read out of it again, as a
 * Response is, a short one costs more than the work it tells of. Others read it by `body`, `text` and `json`, and by nothing else.
 */
export class JsonAnswer extends Response {
  readonly #text: string;
  #asResponse: Response | undefined;

  constructor(value: object, init: { status?: number; headers?: Readonly<Record<string, string>> } = {}) {
    super(null, { ...init, headers: { ...init.headers, "content-type": "application/json" } });
    this.#text = JSON.stringify(value);
  }

  override get body() {
    this.#asResponse ??= new Response(this.#text);
    return this.#asResponse.body;
  }

  override async text(): Promise<string> {
    return this.#text;
  }

  override async json(): Promise<unknown> {
    return JSON.parse(this.#text);
  }

  /** Sends it with the headers that it has by now. */
  send(outgoing: ServerResponse): void {
    const lines = ["content-length", String(Buffer.byteLength(this.#text))];
    for (const [name, value] of this.headers) lines.push(name, value);
    outgoing.writeHead(this.status, lines);
    outgoing.end(this.#text);
  }
}
