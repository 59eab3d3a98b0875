import { Link, useLocation } from 'react-router';
import { messages } from '#contract/messages';
import { useSite } from '../../lib/page/site.ts';
import styles from './office-bar.module.css';
import { officePlaceOf, officePlaces } from './office-places.ts';

/** The office's navigation; nothing on other screens. */
export function OfficeBar() {
  const { pathname } = useLocation();
  const here = officePlaceOf(pathname);
  const { hasAddress } = useSite();
  if (here === undefined) return null;
  return (
    <>
      <nav className={styles['bar']} aria-label="Office">
        <ul className={styles['places']}>
          {officePlaces.map((place) => (
            <li key={place.to}>
              <Link
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
      {!hasAddress && <p className={styles['address']}>{messages.noPublicUrl}</p>}
    </>
  );
}
