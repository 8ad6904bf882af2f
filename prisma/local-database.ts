const LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]", ""];

/** Whether a database is this machine's own: only there do accounts with public passwords belong. */
export function isLocalDatabase(url: string): boolean {
  return LOCAL_HOSTS.includes(new URL(url).hostname);
}
