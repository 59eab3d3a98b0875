import { useState } from 'react';
import styles from './time.module.css';
import { formatDay, formatElsewhere, formatInstant, formatRelative, zonesDiffer } from './time-format.ts';
import { useZone } from './zone.ts';

/** The reader's zone; where a screen is drawn ahead of its reader's device, nobody knows it yet. */
let own: string | undefined;
function ownZone(otherwise: string): string {
  if (typeof document === 'undefined') return otherwise;
  return (own ??= Intl.DateTimeFormat().resolvedOptions().timeZone);
}

/** What a format wrote, breaking at its commas alone. */
function Pieces({ of }: { of: string }) {
  return of.split(/(?<=, )/).map((piece) => (
    <span key={piece} className={styles['piece']}>
      {piece}
    </span>
  ));
}

/** An ISO instant in full, in the academy's zone; the reader's own follows where its clock differs. */
export function Time({ value }: { value: string }) {
  const zone = useZone();
  const ms = Date.parse(value);
  const own = ownZone(zone);
  return (
    <time dateTime={value}>
      <Pieces of={formatInstant(ms, zone)} />
      {zonesDiffer(ms, zone, own) && (
        <span className={styles['own']}> ({formatElsewhere(ms, own, zone)} where you are)</span>
      )}
    </time>
  );
}

/** The day of an ISO instant in the academy's zone; the exact instant at hand on hover. */
export function Day({ value }: { value: string }) {
  const zone = useZone();
  const ms = Date.parse(value);
  return (
    <time dateTime={value} title={formatInstant(ms, zone)} className={styles['piece']}>
      {formatDay(ms, zone)}
    </time>
  );
}

/** How long ago or ahead an ISO instant is; pressing it shows the exact one, pressing again goes back. */
export function RelativeTime({ value }: { value: string }) {
  const zone = useZone();
  const [isExact, setExact] = useState(false);
  const [now] = useState(() => Date.now());
  const ms = Date.parse(value);
  return (
    <button
      type="button"
      className={styles['relative']}
      title={formatInstant(ms, zone)}
      onClick={() => setExact(!isExact)}
    >
      {isExact ? <Time value={value} /> : <time dateTime={value}>{formatRelative(ms, now)}</time>}
    </button>
  );
}
