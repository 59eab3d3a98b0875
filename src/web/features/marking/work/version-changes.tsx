import { useEffect, useState, type ReactNode } from 'react';
import { call, errorMessage } from '../../../lib/calls/client.ts';
import { Notice } from '../../../ui/notice.tsx';
import type { Compared } from './changes.tsx';

/** Lists truncate them. */
async function readWhole(version: Compared): Promise<Compared> {
  if (version.shortened !== true) return version;
  const { links, comments } = await call('readReceipt', { params: { number: version.number } });
  return { ...version, links, comments };
}

export function VersionChanges({ earlier, later }: { earlier: Compared; later: Compared }) {
  const [known, setKnown] = useState<{ shown: ReactNode } | { error: unknown } | null>(null);
  useEffect(() => {
    let isMounted = true;
    Promise.all([readWhole(earlier), readWhole(later), import('./changes.tsx')]).then(
      ([old, now, { Changes }]) => isMounted && setKnown({ shown: <Changes earlier={old} later={now} /> }),
      (error: unknown) => isMounted && setKnown({ error }),
    );
    return () => {
      isMounted = false;
    };
  }, [earlier, later]);
  if (known === null) return <p role="status">Comparing …</p>;
  if ('error' in known) return <Notice tone="error">{errorMessage(known.error)}</Notice>;
  return known.shown;
}
