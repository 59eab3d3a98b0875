import { toQueuedRequest, replacedBy } from './new-request.ts';
import { announceChange, outboxStore, showUnwritten, wakeOutbox } from './outbox.ts';
import { isKept, type NewRequest } from './queued-request.ts';
import { forgetRequest, rememberRequest } from './repeated-content.ts';
import { clearDrafts, dropDrafts } from './request-drafts.ts';
import { isUnkept } from './request-store.ts';
import { sendAtOnce } from './send-at-once.ts';

/**
 * The one way into the outbox, which keeps what somebody typed or picked, and sends other clicks at once or not at all.
 * Also removes its drafts; if the device cannot store it, from the fields alone.
 * @returns the request's id
 */
export async function queueRequest(described: NewRequest): Promise<string> {
  const { file = null, picked } = described;
  const request = toQueuedRequest(described);
  if (!isKept(request)) {
    sendAtOnce(request);
    return request.id;
  }
  const store = outboxStore();
  const replaced = replacedBy(request).map(({ id }) => id);
  const written = showUnwritten(request, new Set(replaced));
  await store.add({ ...request, file, ...(picked && { picked }) });
  written();
  for (const id of replaced) {
    await store.remove(id);
    dropDrafts(id);
  }
  if (isUnkept(request.id)) rememberRequest(request, file);
  else forgetRequest(request);
  clearDrafts(request);
  announceChange();
  wakeOutbox();
  return request.id;
}
