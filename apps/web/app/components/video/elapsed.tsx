import { useEffect, useState } from "react";
import { useFormat } from "~/i18n/use-format";

const TICK_MS = 1_000;

/** Time that goes on from what the server last said, so that it does not stand still between two answers. */
export function Elapsed({ seconds }: { seconds: number }) {
  const format = useFormat();
  const [ticks, setTicks] = useState({ since: seconds, count: 0 });
  useEffect(() => {
    setTicks({ since: seconds, count: 0 });
    const timer = setInterval(() => setTicks(({ count }) => ({ since: seconds, count: count + 1 })), TICK_MS);
    return () => clearInterval(timer);
  }, [seconds]);
  return <>{format.elapsed(ticks.since + ticks.count)}</>;
}
