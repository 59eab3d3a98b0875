import { dropKept, keepDraft, readDraft, replaceDraft } from '../forms/drafts.ts';
import { watchSent } from './outbox.ts';
import { identityOf, type QueuedRequest } from './queued-request.ts';
import { isRemembered, rememberedDraft } from './repeated-content.ts';
import { isUnkept } from './request-store.ts';

/** Stored drafts of requests that are in memory only: the ids of those requests. */
const kept = new Map<string, string>();

/** To be called once it is sent or removed. */
export function dropDrafts(id: string): void {
  for (const [key, owner] of kept) {
    if (owner !== id) continue;
    kept.delete(key);
    dropKept(key);
  }
}

watchSent(({ id }) => {
  dropDrafts(id);
  return false;
});

function clearDraft(key: string, { id }: QueuedRequest): void {
  if (!isUnkept(id)) return replaceDraft(key, null);
  kept.set(key, id);
  keepDraft(key);
}

/** Of a queued request, if the device cannot store it from the fields alone. Drafts that have changed since stay. */
export function clearDrafts(request: QueuedRequest): void {
  const { drafts, fileDraft, fileIdentity } = request;
  for (const [key, text] of Object.entries(drafts)) if (readDraft(key) === text) clearDraft(key, request);
  const picked = fileDraft === null ? undefined : readDraft(fileDraft);
  if (fileDraft !== null && typeof picked === 'object' && identityOf(picked) === fileIdentity)
    clearDraft(fileDraft, request);
  if (isRemembered(request)) clearDraft(rememberedDraft(request), request);
}

/** Another draft may repeat some of its fields. Unchanged fields of a mark have none. */
export function areDraftsOf({ call, drafts, fileDraft, fileIdentity }: QueuedRequest): boolean {
  const isMark = call === 'markSubmission' || call === 'recordMark';
  const draftOf = (key: string, text: string) => readDraft(key) ?? (isMark ? text : '');
  const picked = fileDraft === null ? undefined : readDraft(fileDraft);
  const isFile = typeof picked !== 'object' || identityOf(picked) === fileIdentity;
  return isFile && Object.entries(drafts).every(([key, text]) => draftOf(key, text) === text);
}
