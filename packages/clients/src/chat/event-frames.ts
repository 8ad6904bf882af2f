import { StringDecoder } from "node:string_decoder";
import { UpstreamError } from "../http/upstream-error";

/** The blank line that ends an event, in all kinds of line breaks. */
const FRAME_END = /\r?\n\r?\n|\r\r/g;
/** Of an end that arrives in two pieces, this much may have come with the first. */
const TAIL_CHARS = 3;
const LINE_BREAK = /\r\n|\n|\r/;
const DATA = "data:";

export interface FrameBounds {
  /** Of the whole stream. */
  maxBytes: number;
  /** Of an event that has not ended. */
  frameMaxBytes: number;
}

/** Takes a stream of Server-Sent Events apart, however it is cut into pieces. An event without its end is none. */
export class EventFrames {
  readonly #decoder = new StringDecoder("utf8");
  readonly #bounds: FrameBounds;
  #unfinished = "";
  #unfinishedBytes = 0;
  #bytes = 0;

  constructor(bounds: FrameBounds) {
    this.#bounds = bounds;
  }

  /**
   * The data of the events that end in this piece.
   * @throws UpstreamError beyond a bound: a single event of megabytes would be put together anew with each piece of it
   */
  take(piece: Uint8Array): string[] {
    this.#bytes += piece.byteLength;
    const searchedFrom = Math.max(0, this.#unfinished.length - TAIL_CHARS);
    const text = this.#unfinished + this.#decoder.write(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
    const found: string[] = [];
    let begin = 0;
    FRAME_END.lastIndex = searchedFrom;
    for (let end = FRAME_END.exec(text); end !== null; end = FRAME_END.exec(text)) {
      const data = dataOf(text.slice(begin, end.index));
      if (data !== null) found.push(data);
      begin = FRAME_END.lastIndex;
    }
    this.#unfinished = text.slice(begin);
    this.#unfinishedBytes =
      begin === 0 ? this.#unfinishedBytes + piece.byteLength : Buffer.byteLength(this.#unfinished);
    if (this.#bytes > this.#bounds.maxBytes || this.#unfinishedBytes > this.#bounds.frameMaxBytes) {
      throw new UpstreamError("The answer is too large");
    }
    return found;
  }
}

/** Null for an event without data, such as a comment that keeps the connection alive. */
function dataOf(frame: string): string | null {
  const lines = frame.split(LINE_BREAK).filter((line) => line.startsWith(DATA));
  if (lines.length === 0) return null;
  return lines.map((line) => line.slice(line[DATA.length] === " " ? DATA.length + 1 : DATA.length)).join("\n");
}
