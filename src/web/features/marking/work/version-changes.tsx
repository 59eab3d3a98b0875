import { useEffect, useState } from 'react';
import { call, errorMessage } from '../../../lib/calls/client.ts';
import { loadPart } from '../../../lib/calls/load-part.ts';
import { Notice } from '../../../ui/notice.tsx';
import type * as Shown from './shown-changes.tsx';

type Listed = Shown.Compared & { number: string; shortened?: true | undefined };

const loadShown = () => loadPart(() => import('./shown-changes.tsx'));

/** Lists truncate them. */
async function readWhole(version: Listed): Promise<Shown.Compared> {
  if (version.shortened !== true) return version;
  const { links, comments } = await call('readReceipt', { params: { number: version.number } });
  return { ...version, links, comments };
}

type Ready = typeof Shown & { earlier: Shown.Compared; later: Shown.Compared };

export function VersionChanges({ earlier, later }: { earlier: Listed; later: Listed }) {
  const [known, setKnown] = useState<{ ready: Ready } | { error: unknown } | null>(null);
  useEffect(() => {
    let isMounted = true;
    Promise.all([readWhole(earlier), readWhole(later), loadShown()]).then(
      ([old, now, shown]) => isMounted && setKnown({ ready: { ...shown, earlier: old, later: now } }),
      (error: unknown) => isMounted && setKnown({ error }),
    );
    return () => {
      isMounted = false;
    };
  }, [earlier, later]);
  if (known === null) return <p role="status">Comparing …</p>;
  if ('error' in known) return <Notice tone="error">{errorMessage(known.error)}</Notice>;
  const { ShownChanges, ...versions } = known.ready;
  return <ShownChanges {...versions} />;
}
