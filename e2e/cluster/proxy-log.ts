/** One request in HAProxy's log (`option httplog`). */
export interface ProxiedRequest {
  requestId: string;
  /** Name of the server that got it last; `<NOSRV>` when none did. */
  server: string;
  startedAt: number;
  endedAt: number;
  status: number;
}

const LINE =
  /\[(\d\d)\/(\w{3})\/(\d{4}):([\d:.]+)\] \S+ \w+\/(\S+) [-\d]+\/[-\d]+\/[-\d]+\/[-\d]+\/\+?(\d+) (-?\d+) .*? \{([^}]*)\}/;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The requests of a log whose times are in UTC, by the id that the client sent. */
export function readProxyLog(log: string): Map<string, ProxiedRequest> {
  const requests = new Map<string, ProxiedRequest>();
  for (const line of log.split("\n")) {
    const match = LINE.exec(line);
    if (!match) continue;
    const [, day, month = "", year, time, server = "", activeMs, status, requestId = ""] = match;
    const monthNumber = String(MONTHS.indexOf(month) + 1).padStart(2, "0");
    const startedAt = Date.parse(`${year}-${monthNumber}-${day}T${time}Z`);
    requests.set(requestId, {
      requestId,
      server,
      startedAt,
      endedAt: startedAt + Number(activeMs),
      status: Number(status),
    });
  }
  return requests;
}
