import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { parseWeek, weekTask, type Task } from '#contract/dates';
import type { Receipt } from '#contract/submissions/calls';
import type { AppContext } from '../platform/context.ts';
import { checkIdempotencyKey } from '../platform/database/make-once.ts';
import { HttpError, httpErrors } from '../platform/http/http-errors.ts';
import { acquireIdempotencyLock, type IdempotencyLock } from './idempotency-lock.ts';
import { presentReceipt } from './presenter.ts';
import { hasSubmissionWithKey, submissionByKey, type KeyedReceiptRow, type ReceiptRow } from './queries.ts';
import type { SubmissionScope } from './record-submission.ts';
import { isTaskOpen, noProject, notOpenYet, projectStartOf } from './open-task.ts';
import { storeSubmission } from './store-submission.ts';
import { openSubmissionForm, type SubmissionForm } from './submission-form.ts';
import { enforceSubmissionQuota } from './submission-quota.ts';
import { acquireUploadSlot } from '../platform/http/limits/upload-slot.ts';

type SubmissionKind = 'week' | 'final' | 'viva';

function requireWeekTask(value: string): Task {
  const week = parseWeek(value);
  if (week === null) throw httpErrors.badRequest('Please choose a week from 1 to 4.');
  return weekTask(week);
}

type Admission = SubmissionScope & {
  earlier: KeyedReceiptRow | null;
  /** While the request runs; null without a key. */
  lock: IdempotencyLock | null;
};

/** Milliseconds: a form submitted twice waits for the first one, checking now and then. */
const pressedAgainMs = 20_000;
const lookAgainMs = 200;

/** A repeated request does not count. */
async function enforceQuotaOfNew(
  context: AppContext,
  scope: SubmissionScope,
  lock: IdempotencyLock,
): Promise<void> {
  try {
    await enforceSubmissionQuota(context, scope);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Its version is stored, whatever has become of project and task since. */
async function isRepeated(
  { database }: AppContext,
  { task, key, accountId }: SubmissionScope,
): Promise<boolean> {
  return key !== null && (await submissionByKey(database.reader, { accountId, task, key })) !== undefined;
}

/**
 * @param waitMs for another request with the key
 * @throws 409 no project; 403 not open; 429 quota; 409 that request is still under way
 */
async function admit(
  context: AppContext,
  { start, ...scope }: SubmissionScope & { start: number | null },
  waitMs: number,
): Promise<Admission> {
  const isOpen = start !== null && isTaskOpen(context, scope.task, start);
  if (!isOpen && !(await isRepeated(context, scope)))
    throw start === null ? noProject() : notOpenYet(context, scope.task, start);
  const { key } = scope;
  if (key === null) {
    await enforceSubmissionQuota(context, scope);
    return { ...scope, earlier: null, lock: null };
  }
  const giveUpAt = performance.now() + waitMs;
  for (;;) {
    try {
      const { earlier, lock } = await acquireIdempotencyLock(context, { ...scope, key });
      if (lock !== null) await enforceQuotaOfNew(context, scope, lock);
      return { ...scope, earlier, lock };
    } catch (error) {
      const isUnderWay = error instanceof HttpError && error.status === 409;
      if (!isUnderWay || performance.now() > giveUpAt) throw error;
    }
    await sleep(lookAgainMs);
  }
}

async function storeAccepted(
  context: AppContext,
  admission: Admission,
  form: SubmissionForm,
): Promise<ReceiptRow> {
  const { lock } = admission;
  try {
    const row = await storeSubmission(context, admission, await form.readRest());
    lock?.stopRenewal();
    return row;
  } catch (error) {
    await lock?.release();
    throw error;
  }
}

/** Whether the header names a stored version, of whichever task. */
async function hasKey(
  { database }: AppContext,
  accountId: number,
  request: FastifyRequest,
): Promise<boolean> {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string') return false;
  return hasSubmissionWithKey(database.reader, { accountId, key });
}

async function receiveSubmission(
  context: AppContext,
  { accountId, kind }: { accountId: number; kind: SubmissionKind },
  request: FastifyRequest,
  evicted: AbortSignal,
): Promise<ReceiptRow> {
  const start = await projectStartOf(context, accountId);
  if (start === null && !(await hasKey(context, accountId, request))) throw noProject();
  if (!request.isMultipart())
    throw httpErrors.unsupportedType('A submission must be sent as multipart/form-data.');
  const header = checkIdempotencyKey(request.headers['idempotency-key']);
  const form = openSubmissionForm(request, {
    files: context.files,
    maxBytes: context.settings.maxUploadBytes,
    hasWeek: kind === 'week',
  });
  evicted.addEventListener('abort', () => form.abort(evicted.reason as HttpError));
  try {
    evicted.throwIfAborted();
    const key = header ?? checkIdempotencyKey((await form.readKey()) ?? undefined);
    const task = kind === 'week' ? requireWeekTask(await form.readWeek()) : kind;
    // Without script a form cannot retry, so it waits for the first receipt.
    const waitMs = header === null ? pressedAgainMs : 0;
    const admission = await admit(context, { accountId, task, key, start }, waitMs);
    return await storeAccepted(context, admission, form);
  } finally {
    await form.close();
  }
}

/**
 * The receipt is sent once bytes and row are on disk; a refused submission leaves nothing.
 * @throws in this order: 429 or 503 no slot, 408 or 503 slot taken away, 409 no project, 415, 400 key length,
 * 400 no such week, 403 not open, 429 quota, 409 key under way, 413, 400
 */
export async function acceptSubmission(
  context: AppContext,
  accountId: number,
  kind: SubmissionKind,
  request: FastifyRequest,
): Promise<Receipt> {
  const eviction = new AbortController();
  const release = await acquireUploadSlot(context, request, {
    account: accountId,
    evict: (refusal) => eviction.abort(refusal),
  });
  try {
    return presentReceipt(await receiveSubmission(context, { accountId, kind }, request, eviction.signal));
  } finally {
    release();
  }
}
