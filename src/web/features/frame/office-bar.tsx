import { Link, useLocation } from 'react-router';
import { messages } from '#contract/messages';
import { useSite } from '../../lib/page/site.ts';
import styles from './office-bar.module.css';
import { officePlaceOf, officePlaces } from './office-places.ts';

/** On a phone the row scrolls: the current place is in its middle. */
function scrollToPlace(link: HTMLAnchorElement | null): void {
  const row = link?.closest('nav');
  if (link && row) row.scrollLeft = link.offsetLeft - row.clientWidth / 2 + link.offsetWidth / 2;
}

/** The office's navigation; nothing on other screens. */
export function OfficeBar() {
  const { pathname } = useLocation();
  const here = officePlaceOf(pathname);
  const { hasAddress } = useSite();
  if (here === undefined) return null;
  return (
    <div className={styles['bar']}>
      <nav aria-label="Office" className={styles['scroller']}>
        <ul className={styles['places']}>
          {officePlaces.map((place) => (
            <li key={place.to}>
              <Link
                ref={place === here ? scrollToPlace : undefined}
                to={place.to}
                className={styles['place']}
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
          <summary>No web address</summary>
          <p>{messages.noPublicUrl}</p>
        </details>
      )}
    </div>
  );
}
