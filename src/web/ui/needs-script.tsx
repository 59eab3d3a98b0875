import type { ReactNode } from 'react';
import { Notice } from './notice.tsx';

/** Stands where something acts by a script alone, and is hidden without one: says so, and what else there is, if anything. */
export function NeedsScript({ children }: { children: ReactNode }) {
  return (
    <noscript>
      <Notice role="note">
        <p>{children}</p>
      </Notice>
    </noscript>
  );
}
