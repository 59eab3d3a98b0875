import { newIdempotencyKey } from '../forms/idempotency-key.ts';
import { outboxAccount, readRequests } from './outbox.ts';
import { chainOf, identityOf, isSubmission, type NewRequest, type QueuedRequest } from './queued-request.ts';
import { keyOfContent } from './repeated-content.ts';

let lastOrder = 0;

/** Sorts after all earlier ids of this page, whatever the clock does. */
function newId(): string {
  lastOrder = Math.max(Date.now(), lastOrder + 1);
  return `${String(lastOrder).padStart(15, '0')} ${newIdempotencyKey().slice(0, 8)}`;
}

export function toQueuedRequest(described: NewRequest): QueuedRequest {
  const { file = null, picked = file, drafts = {}, fileDraft = null, maxFileBytes = Infinity } = described;
  const { idempotencyKey, upload } = keyOfContent(described);
  return {
    id: newId(),
    account: outboxAccount(),
    call: described.call,
    params: described.params,
    body: described.body,
    idempotencyKey,
    subject: described.subject,
    label: described.label,
    drafts,
    fileDraft,
    fileIdentity: identityOf(picked),
    pressedAt: Date.now(),
    state: 'waiting',
    tries: 0,
    triedAt: 0,
    notBefore: 0,
    failure: null,
    upload,
    isPlain: false,
    lostUploads: 0,
    maxFileBytes,
    answer: null,
  };
}

/** Refused comments, private questions and submissions stay: their text may be on no screen. */
export function replacedBy(request: QueuedRequest): QueuedRequest[] {
  if (request.call === 'answerQuestion' || request.call === 'sendPrivate') return [];
  // The form of a paused submission offers to resume it, unless it was edited.
  const replaced = isSubmission(request) ? 'paused' : 'refused';
  return readRequests().filter(
    ({ state, ...one }) => state === replaced && chainOf(one) === chainOf(request),
  );
}
