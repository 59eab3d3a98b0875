import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { centreInRow } from './centre-in-row.ts';
import { formatNumber } from './format-number.ts';
import styles from './page-tabs.module.css';

export type PageTab = {
  to: string;
  label: string;
  /** Of what is behind it; 0 is not shown. */
  count?: number;
  /** It waits for somebody. */
  isWaiting?: boolean;
};

/** Parts of a page with an address each: links, so that they can be bookmarked and opened without a script. */
export function PageTabs({
  label,
  tabs,
  current,
}: {
  label: string;
  tabs: readonly PageTab[];
  /** The address of the one that is shown. */
  current: string;
}) {
  const row = useRef<HTMLElement>(null);
  useEffect(() => centreInRow(row.current, '[aria-current]'));
  return (
    <nav ref={row} aria-label={label} className={styles['tabs']}>
      {tabs.map(({ to, label: text, count = 0, isWaiting = false }) => (
        <Link key={to} to={to} preventScrollReset aria-current={to === current ? 'page' : undefined}>
          <span>{text}</span>
          {count > 0 && (
            <span
              className={styles['count']}
              data-waiting={isWaiting || undefined}
            >{` ${formatNumber(count)}`}</span>
          )}
        </Link>
      ))}
    </nav>
  );
}
