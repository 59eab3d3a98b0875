import { dropResumable } from '../calls/upload.ts';
import { joinTexts, openDrafts, readDraft, replaceDraft } from '../forms/drafts.ts';
import { stopSending } from './change-request.ts';
import { announceChange, outboxAccount, outboxStore, readRequests, refreshRequests } from './outbox.ts';
import { draftOfFiles, type QueuedRequest } from './queued-request.ts';
import { rememberRequest } from './repeated-content.ts';
import { areDraftsOf, clearDrafts } from './request-drafts.ts';

/** Requests that are becoming drafts again. */
const returning = new Set<string>();

/** A returned text joins what has been typed since. */
function putBack(key: string, text: string): void {
  const typed = readDraft(key);
  replaceDraft(key, typeof typed === 'string' ? joinTexts(key, text, typed) : text);
}

async function toDraft(request: QueuedRequest, isBack: boolean): Promise<boolean> {
  const store = outboxStore();
  // A stored draft joins the returned text.
  await openDrafts(outboxAccount());
  // The screen does not know yet what the first attempt has done.
  const current = await store.change(request.id, { state: 'paused' });
  stopSending(request);
  if (current === null) return false;
  const file = request.fileDraft === null ? null : await store.readFile(request.id);
  if (!isBack) {
    for (const [key, text] of Object.entries(request.drafts)) putBack(key, text);
    if (request.fileDraft !== null && file !== null && readDraft(request.fileDraft) === undefined)
      replaceDraft(request.fileDraft, draftOfFiles(await store.readPicked(request.id)));
  }
  const { upload } = current;
  const isRefused = request.state === 'refused';
  rememberRequest({ ...current, upload: isRefused ? upload : null }, file);
  if (upload !== null && !isRefused) dropResumable(upload.address);
  await store.remove(request.id);
  await refreshRequests();
  announceChange();
  return true;
}

/**
 * Makes a request a draft again. Unchanged it keeps its key: an attempt whose answer was lost still counts.
 * @param isBack whether the caller has restored text and file
 * @returns whether it was there
 */
export async function takeBack(request: QueuedRequest, isBack = false): Promise<boolean> {
  if (returning.has(request.id)) return false;
  returning.add(request.id);
  try {
    return await toDraft(request, isBack);
  } finally {
    returning.delete(request.id);
  }
}

/** Removes drafts of requests that were queued just before the page ended. */
export async function tidyDrafts(account: string): Promise<void> {
  await openDrafts(account);
  if (outboxAccount() !== account) return;
  for (const request of readRequests())
    if (!returning.has(request.id) && areDraftsOf(request)) clearDrafts(request);
}
