import { dropResumable } from '../calls/upload.ts';
import { newIdempotencyKey } from '../forms/idempotency-key.ts';
import { setOpenOutbox } from '../session/session-end.ts';
import { announce } from './channel.ts';
import {
  announceChange,
  closeOutbox,
  outboxAccount,
  outboxStore,
  readRequests,
  refreshRequests,
  wakeOutbox,
} from './outbox.ts';
import type { QueuedRequest } from './queued-request.ts';
import { dropDrafts } from './request-drafts.ts';
import { hasUnkept } from './request-store.ts';

/** To be called once the store says so: a request that waits is sent again at once. */
export function stopSending({ id, account }: QueuedRequest): void {
  announce({ type: 'stop', account, id });
}

async function changeRequest(request: QueuedRequest, change: Partial<QueuedRequest>): Promise<void> {
  await outboxStore().change(request.id, change);
  await refreshRequests();
  announceChange();
}

export async function pauseRequest(request: QueuedRequest): Promise<void> {
  await changeRequest(request, { state: 'paused', failure: null });
  stopSending(request);
}

export async function resumeRequest(request: QueuedRequest): Promise<void> {
  await changeRequest(request, { state: 'waiting', failure: null, notBefore: 0 });
  wakeOutbox();
}

/** As a new request. */
export async function sendChanged(request: QueuedRequest, body: QueuedRequest['body']): Promise<void> {
  const idempotencyKey = newIdempotencyKey();
  await changeRequest(request, {
    body,
    idempotencyKey,
    state: 'waiting',
    failure: null,
    tries: 0,
    notBefore: 0,
  });
  wakeOutbox();
}

/** @returns whether it was there */
export async function removeRequest(request: QueuedRequest): Promise<boolean> {
  const wasThere = await outboxStore().remove(request.id);
  dropDrafts(request.id);
  stopSending(request);
  if (request.upload !== null && request.state !== 'done') dropResumable(request.upload.address);
  await refreshRequests();
  announceChange();
  return wasThere;
}

export async function removeRequests(): Promise<void> {
  for (const request of readRequests()) await removeRequest(request);
}

setOpenOutbox({
  count: () => readRequests().filter(({ state }) => state !== 'done').length,
  hasUnkept: () => hasUnkept(outboxAccount()),
  removeAll: removeRequests,
  close: closeOutbox,
});
