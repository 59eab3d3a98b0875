import { formatClock, formatFullInstant } from '../../../ui/time-format.ts';
import { useZone } from '../../../ui/time.tsx';

/** `10:20 am`. */
export function ClockTime({ value }: { value: string }) {
  const zone = useZone();
  const ms = Date.parse(value);
  return (
    <time dateTime={value} title={formatFullInstant(ms, zone)}>
      {formatClock(ms, ms, zone)}
    </time>
  );
}
