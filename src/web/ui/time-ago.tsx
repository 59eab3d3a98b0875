import { useState } from 'react';
import { formatInstant, formatRelative } from './time-format.ts';
import { useZone } from './zone.ts';

/** How long ago an ISO instant is, where there are too many for each to be a stop of the keyboard; exact on hover. */
export function TimeAgo({ value }: { value: string }) {
  const zone = useZone();
  const ms = Date.parse(value);
  const [now] = useState(Date.now);
  return (
    <time dateTime={value} title={formatInstant(ms, zone)}>
      {formatRelative(ms, now)}
    </time>
  );
}
