import { useState } from 'react';
import styles from './time.module.css';
import { differsHere, formatDay, formatElsewhere, formatInstant, formatRelative } from './time-format.ts';
import { useZone } from './zone.ts';

let own: string | undefined;
/**
 * The reader's zone where its clock shows another time than the academy's; null also where a screen is drawn ahead of its
 * reader's device.
 */
function ownZone(ms: number, zone: string): string | null {
  if (typeof document === 'undefined' || !differsHere(ms, zone)) return null;
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
  const elsewhere = ownZone(ms, zone);
  return (
    <time dateTime={value}>
      <Pieces of={formatInstant(ms, zone)} />
      {elsewhere !== null && (
        <span className={styles['own']}> ({formatElsewhere(ms, elsewhere, zone)} where you are)</span>
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
