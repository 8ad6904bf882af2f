const SAFE_PROTOCOLS = new Set(["http:", "https:", "mailto:"]);

/** The address of a link in an answer when it leads to the web or to a mailbox; null for anything else, such as a script. */
export function safeLink(address: string | undefined): string | null {
  if (address === undefined || !URL.canParse(address)) return null;
  const { protocol, href } = new URL(address);
  return SAFE_PROTOCOLS.has(protocol) ? href : null;
}
