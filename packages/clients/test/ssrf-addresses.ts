import type { Answers } from "./ssrf-servers";

/** Nobody's: within what is routed, given to no one. A name may have it and pass. */
export const UNASSIGNED_PUBLIC = "3000::1";
const PUBLIC = "93.184.215.14";

/** Hosts that are this machine once a URL is parsed, in all the ways to write them. */
export const LOOPBACK_HOSTS: readonly string[] = [
  "127.0.0.1",
  "127.0.0.1.",
  "127.1",
  "127.0.1",
  "0",
  "0.0.0.0",
  "0x0",
  "2130706433",
  "0x7f000001",
  "0X7F.0x0.0x0.0x1",
  "0177.0.0.1",
  "00000177.0.0.01",
  "017700000001",
  "0x7f.1",
  "%31%32%37.0.0.1",
  "127%2e0%2e0%2e1",
  "１２７.０.０.１",
  "①②⑦.⓪.⓪.①",
  "127。0。0。1",
  "127.0\u00ad.0.1",
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[::]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[0:0:0:0:0:FFFF:127.0.0.1]",
];

/** Hosts on other addresses that are not the internet. */
export const PRIVATE_HOSTS: readonly string[] = [
  "127.255.255.254",
  "10.0.0.1",
  "167772161",
  "172.16.0.1",
  "172.31.255.254",
  "192.168.1.1",
  "0300.0250.1.1",
  "169.254.169.254",
  "2852039166",
  "100.64.0.1",
  "100.100.100.200",
  "168.63.129.16",
  "192.0.0.192",
  "192.0.2.1",
  "192.88.99.1",
  "198.18.0.1",
  "198.19.255.254",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "[::127.0.0.1]",
  "[::ffff:169.254.169.254]",
  "[::ffff:0:127.0.0.1]",
  "[64:ff9b::127.0.0.1]",
  "[64:ff9b::169.254.169.254]",
  "[64:ff9b:1::1]",
  "[100::1]",
  "[2001::1]",
  "[2001:2::1]",
  "[2001:db8::1]",
  "[2002:7f00:1::]",
  "[2002:a9fe:a9fe::1]",
  "[3fff::1]",
  "[fc00::1]",
  "[fd00:ec2::254]",
  "[fe80::1]",
  "[fec0::1]",
  "[ff02::1]",
];

/** Names of this machine that every system has. */
export const SYSTEM_NAMES: readonly string[] = ["localhost", "LOCALHOST", "localhost.", "app.localhost"];

const always =
  (...addresses: string[]): Answers =>
  () =>
    addresses;

/** Names whose addresses are this machine's, all or one among several. */
export const LOOPBACK_NAMES: ReadonlyMap<string, Answers> = new Map([
  ["loopback.test", always("127.0.0.1")],
  ["aaaa-only.test", always("::1")],
  ["both.test", always("127.0.0.1", "::1")],
  ["unspecified.test", always("0.0.0.0")],
  ["mapped.test", always("::ffff:127.0.0.1")],
  ["private-last.test", always(PUBLIC, "127.0.0.1")],
  ["private-first.test", always("127.0.0.1", PUBLIC)],
  ["public-v4-private-v6.test", always(PUBLIC, "::1")],
  ["xn--bcher-kva.test", always("127.0.0.1")],
]);

/** Names whose addresses are others that are not the internet, or that have none. */
export const PRIVATE_NAMES: ReadonlyMap<string, Answers> = new Map([
  ["metadata.test", always("169.254.169.254")],
  ["intranet.test", always("10.1.2.3")],
  ["unique-local.test", always("fd00::1")],
  ["nat64.test", always("64:ff9b::a00:1")],
  ["nobody.test", always()],
]);

/** Public at its first question, this machine from the second on. */
export const REBINDING_NAME = "rebinding.test";
export const rebindingAnswers: Answers = (question) => (question === 0 ? [UNASSIGNED_PUBLIC] : ["127.0.0.1", "::1"]);

/** Addresses that lead to the canaries in a disguise; `allowed` is a host that may be reached. */
export const disguisedAddresses = (port: number, allowed: string): readonly string[] => [
  `http://${allowed}@127.0.0.1:${port}/`,
  `http://${allowed.replace(":", "%3a")}%2f@127.0.0.1:${port}/`,
  `http://user:password@127.0.0.1:${port}/`,
  `http://127.0.0.1:${port}\\@${allowed}/`,
  `http://127.0.0.1:${port}#@${allowed}/`,
  `http://127.0.0.1:${port}?@${allowed}/`,
  `http:127.0.0.1:${port}/`,
  `http:\\\\127.0.0.1:${port}/`,
  `//127.0.0.1:${port}/`,
  ` http://127.0.0.1:${port}/`,
  `http://127.0.0.1:\t${port}/`,
  `https://127.0.0.1:${port}/`,
  `http://bücher.test:${port}/`,
];

/** Where the redirecting server sends whoever asks for `/?n` with the n-th of these. */
export const redirectTargets = (port: number): readonly string[] => [
  `http://127.0.0.1:${port}/`,
  `http://[::1]:${port}/`,
  `//127.0.0.1:${port}/`,
  `https://127.0.0.1:${port}/`,
  `http://loopback.test:${port}/`,
  `http://aaaa-only.test:${port}/`,
  `http://user@127.0.0.1:${port}/`,
  `http://2130706433:${port}/`,
  "file:///etc/passwd",
  `gopher://127.0.0.1:${port}/_GET`,
  `ftp://127.0.0.1:${port}/`,
  "data:image/png;base64,AAAA",
  "javascript:alert(1)",
];
