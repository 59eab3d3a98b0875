import { useFirstServerNow } from '../lib/page/page-time.ts';
import { formatFullInstant, formatRelative } from './time-format.ts';
import { useZone } from './time.tsx';

/** As text, for long lists: a button each would be too many tab stops. */
export function TimeAgo({ value }: { value: string }) {
  const zone = useZone();
  const ms = Date.parse(value);
  const now = useFirstServerNow(0);
  return (
    <time dateTime={value} title={formatFullInstant(ms, zone)}>
      {formatRelative(ms, now)}
    </time>
  );
}
