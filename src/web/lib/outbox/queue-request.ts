import {
  dropKept,
  joinTexts,
  keepDraft,
  openDrafts,
  readDraft,
  replaceDraft,
  writeDraft,
} from '../forms/drafts.ts';
import { newIdempotencyKey } from '../forms/idempotency-key.ts';
import { dropResumable } from '../calls/upload.ts';
import { CallError, toFailure } from '../calls/call-error.ts';
import { clearScreenMessage, tellNotSaved } from '../screen-message.ts';
import { plainCall } from './send.ts';
import {
  chainOf,
  draftOfFiles,
  identityOf,
  isKept,
  isSubmission,
  type NewRequest,
  type QueuedRequest,
} from './queued-request.ts';
import { hasUnkept, isUnkept } from './request-store.ts';
import { sentDraft } from '../stored-names/offline.ts';
import { setOpenOutbox } from '../session/session-end.ts';
import { announce } from './channel.ts';
import {
  announceChange,
  closeOutbox,
  hideUnwritten,
  outboxAccount,
  outboxStore,
  readRequests,
  refreshRequests,
  showUnwritten,
  wakeOutbox,
  watchSent,
} from './outbox.ts';

type RequestContent = Pick<QueuedRequest, 'call' | 'body' | 'subject' | 'drafts'>;

/** For a post the text alone. */
function contentOf({ call, body, drafts }: RequestContent, file: File | null): string {
  if (call === 'askQuestion' || call === 'answerQuestion') return Object.values(drafts)[0] ?? '';
  // An attempt adds the file's id.
  const given = Object.entries(body ?? {}).filter(([name]) => call !== 'askExtension' || name !== 'file');
  const fields = given.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([fields, identityOf(file)]);
}

function keyOf({ subject, drafts }: RequestContent): string {
  return sentDraft(Object.keys(drafts)[0] ?? subject);
}

type Remembered = {
  text: string;
  key: string;
  subject?: string;
  file?: string | null;
  upload?: QueuedRequest['upload'];
};

/** Beside the drafts, for a request that becomes a draft again. */
function rememberRequest(request: QueuedRequest, file: File | null): void {
  const { idempotencyKey: key, subject, upload } = request;
  const text = contentOf(request, file);
  const remembered: Remembered = { text, key, subject, file: identityOf(file), upload };
  writeDraft(keyOf(request), JSON.stringify(remembered));
}

/** To be called once it is queued again. */
function forgetRequest(content: RequestContent): void {
  writeDraft(keyOf(content), null);
}

function readRemembered(content: RequestContent): Remembered | null {
  const stored = readDraft(keyOf(content));
  return typeof stored === 'string' ? (JSON.parse(stored) as Remembered) : null;
}

/** Equal content keeps its key, and an equal file of the same task its upload. */
function keyOfRequest(described: NewRequest): Pick<QueuedRequest, 'idempotencyKey' | 'upload'> {
  const { file = null } = described;
  const content = { ...described, drafts: described.drafts ?? {} };
  const last = readRemembered(content);
  const isRepeat = last?.text === contentOf(content, file);
  const hasUpload = file !== null && last?.file === identityOf(file) && last.subject === content.subject;
  return {
    idempotencyKey: isRepeat ? last.key : newIdempotencyKey(),
    upload: hasUpload ? (last?.upload ?? null) : null,
  };
}

let lastOrder = 0;

/** Sorts after all earlier ids of this page, whatever the clock does. */
function newId(): string {
  lastOrder = Math.max(Date.now(), lastOrder + 1);
  return `${String(lastOrder).padStart(15, '0')} ${newIdempotencyKey().slice(0, 8)}`;
}

/** Refused comments, private questions and submissions stay: their text may be on no screen. */
function replacedBy(request: QueuedRequest): QueuedRequest[] {
  if (request.call === 'answerQuestion' || request.call === 'sendPrivate') return [];
  // The form of a paused submission offers to resume it, unless it was edited.
  const replaced = isSubmission(request) ? 'paused' : 'refused';
  return readRequests().filter(
    ({ state, ...one }) => state === replaced && chainOf(one) === chainOf(request),
  );
}

function toQueuedRequest(described: NewRequest): QueuedRequest {
  const { file = null, picked = file, drafts = {}, fileDraft = null, maxFileBytes = Infinity } = described;
  const { idempotencyKey, upload } = keyOfRequest(described);
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
function sendAtOnce(request: QueuedRequest): void {
  const chain = chainOf(request);
  showUnwritten(request, new Set());
  clearScreenMessage();
  const work = (sending.get(chain) ?? Promise.resolve()).then(() => sendOnce(request));
  sending.set(chain, work);
  void work.then(() => sending.get(chain) === work && sending.delete(chain));
}

/** Stored drafts of requests that are in memory only: the ids of those requests. */
const kept = new Map<string, string>();

/** To be called once it is sent or removed. */
function dropDrafts(id: string): void {
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

function clearDraft(key: string, { id }: QueuedRequest): void {
  if (!isUnkept(id)) return replaceDraft(key, null);
  kept.set(key, id);
  keepDraft(key);
}

/** Drafts that have changed since stay. */
function clearDrafts(request: QueuedRequest): void {
  const { drafts, fileDraft, fileIdentity, idempotencyKey } = request;
  for (const [key, text] of Object.entries(drafts)) if (readDraft(key) === text) clearDraft(key, request);
  const picked = fileDraft === null ? undefined : readDraft(fileDraft);
  if (fileDraft !== null && typeof picked === 'object' && identityOf(picked) === fileIdentity)
    clearDraft(fileDraft, request);
  if (readRemembered(request)?.key === idempotencyKey) clearDraft(keyOf(request), request);
}

/** Requests that are becoming drafts again. */
const returning = new Set<string>();

/** Another draft may repeat some of its fields. Unchanged fields of a mark have none. */
function areDraftsOf({ call, drafts, fileDraft, fileIdentity }: QueuedRequest): boolean {
  const isMark = call === 'markSubmission' || call === 'recordMark';
  const draftOf = (key: string, text: string) => readDraft(key) ?? (isMark ? text : '');
  const picked = fileDraft === null ? undefined : readDraft(fileDraft);
  const isFile = typeof picked !== 'object' || identityOf(picked) === fileIdentity;
  return isFile && Object.entries(drafts).every(([key, text]) => draftOf(key, text) === text);
}

/** Removes drafts of requests that were queued just before the page ended. */
export async function tidyDrafts(account: string): Promise<void> {
  await openDrafts(account);
  if (outboxAccount() !== account) return;
  for (const request of readRequests())
    if (!returning.has(request.id) && areDraftsOf(request)) clearDrafts(request);
}

/** To be called once the store says so: a request that waits is sent again at once. */
function stop({ id, account }: QueuedRequest): void {
  announce({ type: 'stop', account, id });
}

async function changeRequest(request: QueuedRequest, change: Partial<QueuedRequest>): Promise<void> {
  await outboxStore().change(request.id, change);
  await refreshRequests();
  announceChange();
}

export async function pauseRequest(request: QueuedRequest): Promise<void> {
  await changeRequest(request, { state: 'paused', failure: null });
  stop(request);
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
  stop(request);
  if (request.upload !== null && request.state !== 'done') dropResumable(request.upload.address);
  await refreshRequests();
  announceChange();
  return wasThere;
}

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
  stop(request);
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

export async function removeRequests(): Promise<void> {
  for (const request of readRequests()) await removeRequest(request);
}

setOpenOutbox({
  count: () => readRequests().filter(({ state }) => state !== 'done').length,
  hasUnkept: () => hasUnkept(outboxAccount()),
  removeAll: removeRequests,
  close: closeOutbox,
});
