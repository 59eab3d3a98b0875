import { CallError, toFailure } from '../calls/call-error.ts';
import { clearScreenMessage, tellNotSaved } from '../screen-message.ts';
import { announce } from './channel.ts';
import { replacedBy } from './new-request.ts';
import { announceChange, hideUnwritten, outboxStore, refreshRequests, showUnwritten } from './outbox.ts';
import { chainOf, type QueuedRequest } from './queued-request.ts';
import { plainCall } from './send.ts';

/** By chain: requests arrive in the order of the clicks. */
const sending = new Map<string, Promise<void>>();

async function sendOnce(request: QueuedRequest): Promise<void> {
  const { account, params, body, idempotencyKey } = request;
  try {
    const options = { params, ...(body !== null && { body }), idempotencyKey, prefersMinimal: true, account };
    const answer = await plainCall(request.call, options);
    announce({ type: 'sent', account, act: { ...request, state: 'done' }, answer });
    for (const { id } of replacedBy(request)) await outboxStore().remove(id);
  } catch (error) {
    const failure = toFailure(error);
    const current = error instanceof CallError ? error.current : undefined;
    if (current === undefined) tellNotSaved(failure);
    else await keepConflict({ ...request, state: 'refused', failure: { ...failure, current } });
  } finally {
    hideUnwritten(request.id);
  }
  await refreshRequests();
}

/** Of a deletion, whose screen shows the newer text and asks again. */
async function keepConflict(request: QueuedRequest): Promise<void> {
  for (const { id } of replacedBy(request)) await outboxStore().remove(id);
  await outboxStore().add({ ...request, file: null });
  announceChange();
}

/** After earlier clicks on the same thing. On failure, as offline, the screen says that it was not saved. */
export function sendAtOnce(request: QueuedRequest): void {
  const chain = chainOf(request);
  showUnwritten(request, new Set());
  clearScreenMessage();
  const work = (sending.get(chain) ?? Promise.resolve()).then(() => sendOnce(request));
  sending.set(chain, work);
  void work.then(() => sending.get(chain) === work && sending.delete(chain));
}
