import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { Receipt } from '#contract/submissions/calls';
import type { QueuedRequest, RequestFailure } from './queued-request.ts';
import { takeBack } from './take-back.ts';
import {
  claim,
  outboxStore,
  readNewReceipts,
  readRequests,
  readRequestsOf,
  readClaims,
  readFraction,
  watchOutbox,
  watchSent,
} from './outbox.ts';

const nothing: readonly QueuedRequest[] = [];
const none = () => nothing;
const noReceipts: readonly Receipt[] = [];

/** Oldest first: waiting, refused, sent but not shown; none on the server and during hydration. */
export function useOutbox(): readonly QueuedRequest[] {
  return useSyncExternalStore(watchOutbox, readRequests, none);
}

/** The newest of each task that arrived while this page is open. */
export function useNewReceipts(): readonly Receipt[] {
  return useSyncExternalStore(watchOutbox, readNewReceipts, () => noReceipts);
}

/** Unsent ones; `subjects` names them. */
export function useRequests(subject: string): readonly QueuedRequest[] {
  return useSyncExternalStore(watchOutbox, () => readRequestsOf(subject), none);
}

/** From 0 to 1; undefined while it is not being sent. */
export function useFraction(id: string | undefined): number | undefined {
  return useSyncExternalStore(
    watchOutbox,
    () => (id === undefined ? undefined : readFraction(id)),
    () => undefined,
  );
}

/**
 * Called whether this page, another or the service worker sent it.
 * @param listener returns whether it shows it: then no notice does
 */
export function useSent(listener: (request: QueuedRequest, answer: unknown) => boolean): void {
  const hear = useEffectEvent(listener);
  useEffect(() => watchSent((request, answer) => hear(request, answer)), []);
}

const noClaims: ReadonlySet<string> = new Set();

/** Subjects and ids of requests that the screen shows. */
export function useClaims(): ReadonlySet<string> {
  return useSyncExternalStore(watchOutbox, readClaims, () => noClaims);
}

/**
 * The screen shows it: no notice repeats it.
 * @param shown a subject, or the id of a request; null for nothing
 */
export function useClaim(shown: string | null): void {
  useEffect(() => (shown === null ? undefined : claim(shown)), [shown]);
}

export function useClaimRefusal(request: QueuedRequest | undefined): void {
  useClaim(request?.state === 'refused' ? request.id : null);
}

type RequestFiles = { file: File | null; picked: readonly File[] };
const noFiles: RequestFiles = { file: null, picked: [] };

/** Empty without a file, and until they are read. */
export function useRequestFiles(request: QueuedRequest | undefined): RequestFiles {
  const [read, setRead] = useState<(RequestFiles & { id: string }) | null>(null);
  const id = request?.fileDraft === null ? undefined : request?.id;
  useEffect(() => {
    if (id === undefined) return;
    let isCurrent = true;
    const store = outboxStore();
    void Promise.all([store.readFile(id), store.readPicked(id)])
      .then(([file, picked]) => isCurrent && setRead({ id, file, picked }))
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [id]);
  return read !== null && read.id === id ? read : noFiles;
}

/**
 * Makes a refused request a draft in the form that shows it. One that others changed meanwhile stays: its
 * owner chooses.
 * @param canReturn whether the form has room for it
 * @returns why it was refused, and `setFailure`, which clears or replaces that
 */
export function useReturnedRequest(request: QueuedRequest | undefined, canReturn = true) {
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  useClaimRefusal(request);
  const isReturned = request?.state === 'refused' && request.failure?.current === undefined && canReturn;
  const giveBack = useEffectEvent(() => {
    if (request === undefined) return;
    const { failure: reason } = request;
    void takeBack(request).then(() => setFailure(reason));
  });
  const returnedId = isReturned ? request.id : null;
  useEffect(() => {
    if (returnedId !== null) giveBack();
  }, [returnedId]);
  return { isReturned, failure, setFailure };
}
