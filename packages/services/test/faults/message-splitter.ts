/** A message's length field counts itself, but not the type before it. */
const LENGTH_BYTES = 4;
const TYPE_BYTES = 1;

/** Cuts a stream of PostgreSQL's wire protocol into its messages, however the network has cut it up. */
export class MessageSplitter {
  #rest = Buffer.alloc(0);
  #typeBytes: number;

  /** @param side a client's first message has no type; whatever follows it, and all that a server sends, has one */
  constructor(side: "client" | "server") {
    this.#typeBytes = side === "client" ? 0 : TYPE_BYTES;
  }

  /** The messages that are whole with this chunk, in their order. */
  push(chunk: Buffer): Buffer[] {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    const messages: Buffer[] = [];
    for (let end = this.#end(); end <= this.#rest.length; end = this.#end()) {
      messages.push(this.#rest.subarray(0, end));
      this.#rest = this.#rest.subarray(end);
      this.#typeBytes = TYPE_BYTES;
    }
    return messages;
  }

  /** Where the next message ends; beyond everything while even its length is missing. */
  #end(): number {
    if (this.#rest.length < this.#typeBytes + LENGTH_BYTES) return Number.POSITIVE_INFINITY;
    return this.#typeBytes + this.#rest.readUInt32BE(this.#typeBytes);
  }
}
