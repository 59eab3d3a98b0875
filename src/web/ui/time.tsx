import { useContext, useState, createContext } from 'react';
import { PageTimeContext, useFirstServerNow, useIsHydrated } from '../lib/page/page-time.ts';
import styles from './time.module.css';
import {
  differsFromLocalTime,
  formatDay,
  formatInOtherZone,
  formatFullInstant,
  formatRelative,
  formatShortInstant,
  hasSameClock,
  zoneName,
  type Zone,
} from './time-format.ts';

/** The academy's zone. */
export const ZoneContext = createContext<Zone>({ name: 'UTC' });

export function useZone(): Zone {
  return useContext(ZoneContext);
}

let cachedLocalZone: string | undefined;

/**
 * Null where the reader's clock equals the academy's. A page keeps what the server rendered, since a time
 * that grows moves the text; the browser's own renders use the device's zone.
 */
function useLocalZoneIfDifferent(ms: number, zone: Zone): Zone | null {
  const page = useContext(PageTimeContext);
  const isHydrated = useIsHydrated();
  const [cameWithPage] = useState(!isHydrated);
  if (cameWithPage && page !== null) {
    if (page.readerZone === null) return null;
    const reader = { name: page.readerZone };
    return hasSameClock(ms, reader, zone) ? null : reader;
  }
  if (!differsFromLocalTime(ms, zone)) return null;
  return { name: (cachedLocalZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone) };
}

function WrappedAtCommas({ text }: { text: string }) {
  // Spaces are parts of their own: within an unbroken one they would not wrap.
  return text.split(/(?<=,)( )/).map((part, at) => (
    // eslint-disable-next-line react/no-array-index-key
    <span key={at} className={part === ' ' ? undefined : styles['nowrap']}>
      {part}
    </span>
  ));
}

/**
 * With the reader's local time where it differs. The zone, which the footer names, is hidden from the eye.
 * @param isFull with year and zone, as in a signed receipt
 */
export function Time({ value, isFull = false }: { value: string; isFull?: boolean }) {
  const zone = useZone();
  const ms = Date.parse(value);
  const now = useFirstServerNow(0);
  const localZone = useLocalZoneIfDifferent(ms, zone);
  const format = (zone: Zone) => (isFull ? formatFullInstant(ms, zone) : formatShortInstant(ms, now, zone));
  return (
    <time dateTime={value} title={isFull ? undefined : formatFullInstant(ms, zone)}>
      <WrappedAtCommas text={format(zone)} />
      {!isFull && <span className="visually-hidden">{` ${zoneName(ms, zone)}`}</span>}
      {localZone !== null && (
        <span className={styles['local']}>
          {` (${formatInOtherZone(ms, localZone, zone, format)} where you are)`}
        </span>
      )}
    </time>
  );
}

/** The exact instant is a tooltip. @param isShort hides the year from the eye */
export function Day({ value, isShort = false }: { value: string; isShort?: boolean }) {
  const zone = useZone();
  const ms = Date.parse(value);
  const [day = '', month = '', year = ''] = formatDay(ms, zone).split(' ');
  return (
    <time dateTime={value} title={formatFullInstant(ms, zone)} className={styles['nowrap']}>
      <span>{`${day} ${month}`}</span>
      <span className={isShort ? 'visually-hidden' : undefined}>{` ${year}`}</span>
    </time>
  );
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export function RelativeTime({ value }: { value: string }) {
  const zone = useZone();
  const [isExact, setExact] = useState(false);
  const now = useFirstServerNow(0);
  const ms = Date.parse(value);
  return (
    <button
      type="button"
      className={styles['relative']}
      // Stays readable without scripts.
      data-readable=""
      title={formatFullInstant(ms, zone)}
      onClick={() => setExact(!isExact)}
    >
      {isExact ? <Time value={value} /> : <time dateTime={value}>{capitalize(formatRelative(ms, now))}</time>}
    </button>
  );
}
