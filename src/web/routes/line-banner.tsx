import type { ReactNode } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { useSeenScreen } from '../lib/offline/use-seen-screen.ts';
import { useAutomaticRetry } from '../lib/calls/use-automatic-retry.ts';
import { useIsSavingDrafts } from '../lib/forms/use-draft.ts';
import { useOnline } from '../lib/calls/use-online.ts';
import { Banner } from '../ui/banner.tsx';
import { formatClock } from '../ui/time-format.ts';
import { useZone } from '../ui/zone.ts';

/** Says that the device is offline, and the age of a cached screen, which is reloaded automatically. */
export function LineBanner({ above }: { above?: ReactNode }) {
  const { pathname, search } = useLocation();
  const seen = useSeenScreen(pathname + search);
  const { revalidate } = useRevalidator();
  useAutomaticRetry(seen?.failure ?? null, () => void revalidate());
  const zone = useZone();
  const isOnline = useOnline();
  const isSavingDrafts = useIsSavingDrafts();
  const kept = !isOnline && isSavingDrafts && 'Your text is saved on this device.';
  const state =
    seen === null
      ? !isOnline && 'You are offline.'
      : `${isOnline ? 'The portal cannot be reached right now.' : 'You are offline.'} This page was saved at ${formatClock(seen.seenAt, seen.loadedAt, zone)}.`;
  return <Banner above={above}>{state !== false && [state, kept].filter(Boolean).join(' ')}</Banner>;
}
