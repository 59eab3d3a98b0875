import type { ReactNode } from 'react';
import styles from './picture-backdrop.module.css';
import { safeAddress } from './safe-address.ts';

/** The project's picture as the page's background, under a veil; what carries text stands on sheets of its own. */
export function PictureBackdrop({ picture, children }: { picture: string | undefined; children: ReactNode }) {
  const address = picture === undefined ? null : safeAddress(picture);
  return (
    <div className={styles['page']}>
      <div className={styles['backdrop']} aria-hidden="true">
        {address !== null && (
          <div
            className={styles['picture']}
            // A parsed address holds no quotes: they are escaped in it.
            style={{ backgroundImage: `url("${address.replaceAll('"', '%22')}")` }}
          />
        )}
      </div>
      {children}
    </div>
  );
}
