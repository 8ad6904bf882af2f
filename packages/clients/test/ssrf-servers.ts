import { createSocket, type RemoteInfo } from "node:dgram";
import { Resolver } from "node:dns/promises";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, isIPv6 } from "node:net";
import type { ResolveHost } from "../src/http/public-address";

/** Servers on this machine that nobody may reach, on one port of both loopback addresses. */
export interface Canaries {
  port: number;
  /** Connections since the start, of both. */
  connections: number;
  stop(): Promise<void>;
}

const PORT_TRIES_MAX = 20;

export async function startCanaries(): Promise<Canaries> {
  for (let tries = 0; tries < PORT_TRIES_MAX; tries += 1) {
    const canaries = await tryPort();
    if (canaries) return canaries;
  }
  throw new Error("No port is free on both 127.0.0.1 and ::1");
}

async function tryPort(): Promise<Canaries | null> {
  const canaries: Canaries = { port: 0, connections: 0, stop: async () => undefined };
  const servers = [0, 1].map(() =>
    createServer((_request, response) => void response.end("secret")).on("connection", () => {
      canaries.connections += 1;
    }),
  ) as [Server, Server];
  canaries.stop = async () => {
    await Promise.all(servers.filter(({ listening }) => listening).map(closeServer));
  };
  await once(servers[0].listen(0, "127.0.0.1"), "listening");
  canaries.port = (servers[0].address() as AddressInfo).port;
  const isOnBoth = await once(servers[1].listen(canaries.port, "::1"), "listening").then(
    () => true,
    () => false,
  );
  if (isOnBoth) return canaries;
  await canaries.stop();
  return null;
}

export async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}

/** The addresses of a name at its n-th question for a type, counted from 0. */
export type Answers = (question: number) => readonly string[];

export interface TestDns {
  /** Asks it for A and AAAA, as a resolver without a hosts file. */
  resolve: ResolveHost;
  /** How often a name has been asked for. */
  questions(name: string): number;
  stop(): void;
}

const HEADER_BYTES = 12;
const QUESTION_TAIL_BYTES = 4;
const TYPE_A = 1;
const TYPE_AAAA = 28;
const CLASS_IN = 1;
const ANSWER_FLAGS = 0x8580;
const NAME_OF_QUESTION = 0xc00c;

/** A name server on this machine, for names that no other one has. Times to live are 0. */
export async function startTestDns(zone: ReadonlyMap<string, Answers>): Promise<TestDns> {
  const asked = new Map<string, number>();
  const socket = createSocket("udp4");
  socket.on("message", (query, sender: RemoteInfo) => {
    const { name, end, type } = readQuestion(query);
    const key = `${name} ${type}`;
    const question = asked.get(key) ?? 0;
    asked.set(key, question + 1);
    const addresses = (zone.get(name)?.(question) ?? []).filter((ip) => isIPv6(ip) === (type === TYPE_AAAA));
    socket.send(writeAnswer(query.subarray(0, end), type, addresses), sender.port, sender.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    resolve: async (name) => {
      const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      return [
        ...(v4.status === "fulfilled" ? v4.value.map((address) => ({ address, family: 4 })) : []),
        ...(v6.status === "fulfilled" ? v6.value.map((address) => ({ address, family: 6 })) : []),
      ];
    },
    questions: (name) => Math.max(0, ...[TYPE_A, TYPE_AAAA].map((type) => asked.get(`${name} ${type}`) ?? 0)),
    stop: () => socket.close(),
  };
}

function readQuestion(query: Buffer): { name: string; end: number; type: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join(".").toLowerCase(), end: at + 1 + QUESTION_TAIL_BYTES, type: query.readUInt16BE(at + 1) };
}

function writeAnswer(question: Buffer, type: number, addresses: readonly string[]): Buffer {
  const head = Buffer.from(question);
  head.writeUInt16BE(ANSWER_FLAGS, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.fill(0, 8, HEADER_BYTES);
  return Buffer.concat([head, ...addresses.map((address) => addressRecord(type, addressBytes(address)))]);
}

function addressRecord(type: number, data: Buffer): Buffer {
  const record = Buffer.alloc(12);
  record.writeUInt16BE(NAME_OF_QUESTION, 0);
  record.writeUInt16BE(type, 2);
  record.writeUInt16BE(CLASS_IN, 4);
  record.writeUInt16BE(data.byteLength, 10);
  return Buffer.concat([record, data]);
}

function addressBytes(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split(".").map(Number));
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16)));
  const left = groups(head);
  const right = groups(tail ?? "");
  const all = [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 0xff]));
}
