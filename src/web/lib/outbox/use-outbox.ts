import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { Act } from './act.ts';
import {
  claim,
  outboxStore,
  readActs,
  readActsOf,
  readClaims,
  readFraction,
  watchOutbox,
  watchSent,
} from './outbox.ts';

const nothing: readonly Act[] = [];
const none = () => nothing;

/**
 * What waits on this device to be sent, what was refused, and what went and nobody has been told of, oldest first; nothing
 * on the server and while its page hydrates.
 */
export function useOutbox(): readonly Act[] {
  return useSyncExternalStore(watchOutbox, readActs, none);
}

/** The acts about one subject (`subjects`) that have not gone. */
export function useActs(subject: string): readonly Act[] {
  return useSyncExternalStore(watchOutbox, () => readActsOf(subject), none);
}

/** The fraction of an act that has been sent, from 0 to 1; undefined while it is not being sent. */
export function useFraction(id: string | undefined): number | undefined {
  return useSyncExternalStore(
    watchOutbox,
    () => (id === undefined ? undefined : readFraction(id)),
    () => undefined,
  );
}

/**
 * Hears of each act that went, whoever sent it: this page, another, or the service worker.
 * @param listener shows it, and says whether somebody sees it there: then nobody else tells
 */
export function useSent(listener: (act: Act, answer: unknown) => boolean): void {
  const hear = useEffectEvent(listener);
  useEffect(() => watchSent((act, answer) => hear(act, answer)), []);
}

const noClaims: ReadonlySet<string> = new Set();

/** The subjects whose own forms are on the screen, and the ids of acts that are shown there. */
export function useClaims(): ReadonlySet<string> {
  return useSyncExternalStore(watchOutbox, readClaims, () => noClaims);
}

/**
 * Says that something is shown here: no notice repeats it.
 * @param shown a subject with all its acts, or the id of one act; null for nothing
 */
export function useClaim(shown: string | null): void {
  useEffect(() => (shown === null ? undefined : claim(shown)), [shown]);
}

/** Says that the refusal of an act is shown here. */
export function useClaimRefusal(act: Act | undefined): void {
  useClaim(act?.state === 'refused' ? act.id : null);
}

/** The file of an act; null without one, and until it is read. */
export function useActFile(act: Act | undefined): File | null {
  const [read, setRead] = useState<{ id: string; file: File | null } | null>(null);
  const id = act?.fileDraft === null ? undefined : act?.id;
  useEffect(() => {
    if (id === undefined) return;
    let isCurrent = true;
    void outboxStore()
      .readFile(id)
      .then((file) => isCurrent && setRead({ id, file }))
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [id]);
  return read !== null && read.id === id ? read.file : null;
}
