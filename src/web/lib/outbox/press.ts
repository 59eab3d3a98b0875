import { readDraft, replaceDraft } from '../forms/drafts.ts';
import { newIdempotencyKey } from '../forms/idempotency-key.ts';
import { dropResumable } from '../calls/resumable-upload.ts';
import { toFailure } from '../calls/call-error.ts';
import { clearScreenMessage, tellNotSaved } from '../screen-message.ts';
import { plainCall } from './send.ts';
import { chainOf, identityOf, type Act, type ImmediateCall, type NewAct } from './act.ts';
import { setOpenOutbox } from '../session/session-end.ts';
import { announce } from './channel.ts';
import {
  announceChange,
  closeOutbox,
  hideUnwritten,
  outboxAccount,
  outboxStore,
  readActs,
  refreshActs,
  showUnwritten,
  wakeOutbox,
} from './outbox.ts';
import { forgetPress, keyOfPress, rememberPress } from './remembered-press.ts';

/** What people do with the outbox: press, take back, pause, resume, remove. */

let lastOrder = 0;

/** Sorts after every id of this page before it, whatever the device's clock does. */
function newId(): string {
  lastOrder = Math.max(Date.now(), lastOrder + 1);
  return `${String(lastOrder).padStart(15, '0')} ${newIdempotencyKey().slice(0, 8)}`;
}

/** What a new press of a chain takes the place of: a comment that was refused stands for itself. */
function replacedBy(act: Act): Act[] {
  if (act.call === 'answerQuestion') return [];
  return readActs().filter(({ state, ...one }) => state === 'refused' && chainOf(one) === chainOf(act));
}

/** What is clicked, as the outbox has it. */
function toAct(clicked: NewAct): Act {
  const { file = null, drafts = {}, fileDraft = null, maxFileBytes = Infinity, state = 'waiting' } = clicked;
  const { idempotencyKey, upload } = clicked.earlier ?? keyOfPress(clicked);
  return {
    id: newId(),
    account: outboxAccount(),
    call: clicked.call,
    params: clicked.params,
    body: clicked.body,
    idempotencyKey,
    subject: clicked.subject,
    label: clicked.label,
    drafts,
    fileDraft,
    fileIdentity: identityOf(file),
    pressedAt: Date.now(),
    state,
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

/** The requests on their way, by chain: clicks arrive in their order. */
const sending = new Map<string, Promise<void>>();

async function sendOnce(act: Act): Promise<void> {
  const { account, params, body, idempotencyKey } = act;
  try {
    const options = { params, ...(body !== null && { body }), idempotencyKey, prefersMinimal: true, account };
    const answer = await plainCall(act.call, options);
    announce({ type: 'sent', account, act: { ...act, state: 'done' }, answer });
    for (const { id } of replacedBy(act)) await outboxStore().remove(id);
    await refreshActs();
  } catch (error) {
    tellNotSaved(toFailure(error));
  } finally {
    hideUnwritten(act.id);
  }
}

/**
 * Sends at the click what nobody has typed, and shows it at once: it does not wait on the device. Where it cannot be sent
 * the screen says that it was not saved.
 * @returns the act's id
 */
export function sendNow(clicked: NewAct & { call: ImmediateCall }): Promise<string> {
  const act = toAct(clicked);
  const chain = chainOf(act);
  showUnwritten(act, new Set());
  clearScreenMessage();
  const work = (sending.get(chain) ?? Promise.resolve()).then(() => sendOnce(act));
  sending.set(chain, work);
  void work.then(() => sending.get(chain) === work && sending.delete(chain));
  return Promise.resolve(act.id);
}

/**
 * Puts an act into the outbox; it is sent once the device has it. The drafts that it was made of are given up then.
 * @returns the act's id
 */
export async function addAct(pressed: NewAct): Promise<string> {
  const { file = null } = pressed;
  const store = outboxStore();
  const act = toAct(pressed);
  const replaced = replacedBy(act).map(({ id }) => id);
  const written = showUnwritten(act, new Set(replaced));
  await store.add({ ...act, file });
  written();
  for (const id of replaced) await store.remove(id);
  clearDrafts(act);
  forgetPress(act);
  announceChange();
  wakeOutbox();
  return act.id;
}

/** Empties the drafts of an act, unless something else has been typed since. */
export function clearDrafts({ drafts, fileDraft, fileIdentity }: Act): void {
  for (const [key, text] of Object.entries(drafts)) if (readDraft(key) === text) replaceDraft(key, null);
  const file = fileDraft === null ? undefined : readDraft(fileDraft);
  if (fileDraft !== null && file instanceof File && identityOf(file) === fileIdentity)
    replaceDraft(fileDraft, null);
}

/** Stops whoever sends it, in this page or another. */
function stop({ id, account }: Act): void {
  announce({ type: 'stop', account, id });
}

async function changeAct(act: Act, change: Partial<Act>): Promise<void> {
  await outboxStore().change(act.id, change);
  await refreshActs();
  announceChange();
}

/** Pauses an act; `resumeAct` sends it on. */
export async function pauseAct(act: Act): Promise<void> {
  stop(act);
  await changeAct(act, { state: 'paused', failure: null });
}

export async function resumeAct(act: Act): Promise<void> {
  await changeAct(act, { state: 'waiting', failure: null, notBefore: 0 });
  wakeOutbox();
}

/** Changes what a refused act says, and sends it as a new one. */
export async function sendChanged(act: Act, body: Act['body']): Promise<void> {
  const idempotencyKey = newIdempotencyKey();
  await changeAct(act, { body, idempotencyKey, state: 'waiting', failure: null, tries: 0, notBefore: 0 });
  wakeOutbox();
}

/** Removes an act for good, with its text and its file. @returns whether it was there */
export async function removeAct(act: Act): Promise<boolean> {
  stop(act);
  const wasThere = await outboxStore().remove(act.id);
  if (act.upload !== null && act.state !== 'done') dropResumable(act.upload.address);
  await refreshActs();
  announceChange();
  return wasThere;
}

/** A text that comes back joins what has been typed since. */
function putBack(key: string, text: string): void {
  const typed = readDraft(key);
  const isOther = typeof typed === 'string' && typed !== text;
  replaceDraft(key, isOther ? `${text}\n\n${typed}` : text);
}

/**
 * Makes an act a draft again, with its text and its file. Pressed again without a change it is the same act: an attempt
 * whose answer nobody heard has not been in vain.
 * @param isBack whether whoever calls has put text and file back already
 * @returns whether it was there
 */
export async function takeBack(act: Act, isBack = false): Promise<boolean> {
  stop(act);
  const store = outboxStore();
  const file = act.fileDraft === null ? null : await store.readFile(act.id);
  if ((await store.change(act.id, { state: 'paused' })) === null) return false;
  if (!isBack) {
    for (const [key, text] of Object.entries(act.drafts)) putBack(key, text);
    if (act.fileDraft !== null && file !== null && readDraft(act.fileDraft) === undefined)
      replaceDraft(act.fileDraft, file);
  }
  const isRefused = act.state === 'refused';
  if (act.tries > 0 || act.upload !== null)
    rememberPress({ ...act, upload: isRefused ? act.upload : null }, file);
  if (act.upload !== null && !isRefused) dropResumable(act.upload.address);
  await store.remove(act.id);
  await refreshActs();
  announceChange();
  return true;
}

/** Removes everything that the account has in its outbox, at a logout. */
export async function removeActs(): Promise<void> {
  for (const act of readActs()) await removeAct(act);
}

setOpenOutbox({
  count: () => readActs().filter(({ state }) => state !== 'done').length,
  removeAll: removeActs,
  close: closeOutbox,
});
