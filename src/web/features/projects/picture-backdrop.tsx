import type { ReactNode } from 'react';
import styles from './picture-backdrop.module.css';
import { safeAddress } from './safe-address.ts';

/** The project's picture as the page background under an overlay; text is on cards above it. */
export function PictureBackdrop({ picture, children }: { picture: string | undefined; children: ReactNode }) {
  const address = picture === undefined ? null : safeAddress(picture);
  return (
    <div className={styles['page']}>
      <div className={styles['backdrop']} aria-hidden="true">
        {address !== null && (
          <div
            className={styles['picture']}
            // Quotes are escaped in a parsed URL; this keeps that true for relative ones.
            style={{ backgroundImage: `url("${address.replaceAll('"', '%22')}")` }}
          />
        )}
      </div>
      {children}
    </div>
  );
}
