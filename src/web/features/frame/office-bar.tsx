import { noPublicUrl } from '#contract/people/no-public-url';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { useSite } from '../../lib/page/site.ts';
import { centreInRow } from '../../ui/centre-in-row.ts';
import styles from './office-bar.module.css';
import { officePlaceOf, officePlaces, samplePath } from './office-places.ts';

export function OfficeBar() {
  const { pathname } = useLocation();
  const here = officePlaceOf(pathname);
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => centreInRow(row.current, '[aria-current]'));
  const { hasAddress, hasSample } = useSite();
  const places = officePlaces.filter(({ to }) => to !== samplePath || hasSample === true);
  if (here === undefined) return null;
  return (
    <div className={styles['bar']}>
      <div className={styles['inner']}>
        <nav className={styles['nav']} aria-label="Office">
          <ul ref={row} className={styles['places']}>
            {places.map((place) => (
              <li key={place.to}>
                <Link
                  to={place.to}
                  className={styles['place']}
                  // A browser leaves what is half hidden where it is.
                  onFocus={({ target }) => target.scrollIntoView?.({ inline: 'nearest', block: 'nearest' })}
                  aria-current={place === here ? (pathname === place.to ? 'page' : 'true') : undefined}
                >
                  {place.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {!hasAddress && (
          <details className={styles['address']}>
            <summary>
              <span>No web address</span>
            </summary>
            <p>{noPublicUrl}</p>
          </details>
        )}
      </div>
    </div>
  );
}
