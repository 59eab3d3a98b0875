import type { ReactNode } from 'react';
import { Notice } from './notice.tsx';

/** Hidden with a script. */
export function NeedsScript({ children }: { children: ReactNode }) {
  return (
    <noscript>
      <Notice role="note">
        <p>{children}</p>
      </Notice>
    </noscript>
  );
}
