import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { parseWeek, weekTask, type Task } from '#contract/dates';
import type { Receipt } from '#contract/submissions/calls';
import type { AppContext } from '../platform/context.ts';
import { checkIdempotencyKey } from '../platform/database/make-once.ts';
import { HttpError, httpErrors } from '../platform/http/http-errors.ts';
import { acquireIdempotencyLock, type IdempotencyLock } from './idempotency-lock.ts';
import { presentReceipt } from './presenter.ts';
import type { KeyedReceiptRow, ReceiptRow } from './queries.ts';
import type { SubmissionScope } from './record-submission.ts';
import { noProject, projectStart, requireOpenTask } from './open-task.ts';
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

type New = SubmissionScope & { start: number | null };

/** A repeated request gets its receipt whatever has changed since. @throws 409 no project; 403 not open; 429 quota */
async function refuseNew(context: AppContext, { start, ...scope }: New): Promise<void> {
  if (start === null) throw noProject();
  requireOpenTask(context, scope.task, start);
  await enforceSubmissionQuota(context, scope);
}

/** @throws 409 with Retry-After while another request has the key */
async function waitForKey(
  context: AppContext,
  scope: SubmissionScope & { key: string },
  waitMs: number,
): ReturnType<typeof acquireIdempotencyLock> {
  const giveUpAt = performance.now() + waitMs;
  for (;;) {
    try {
      return await acquireIdempotencyLock(context, scope);
    } catch (error) {
      const isUnderWay = error instanceof HttpError && error.status === 409;
      if (!isUnderWay || performance.now() > giveUpAt) throw error;
    }
    await sleep(lookAgainMs);
  }
}

/**
 * @param waitMs for another request with the key
 * @throws what `refuseNew` does; 409 that request is still under way
 */
async function admit(context: AppContext, { start, ...scope }: New, waitMs: number): Promise<Admission> {
  const { key } = scope;
  if (key === null) {
    await refuseNew(context, { start, ...scope });
    return { ...scope, earlier: null, lock: null };
  }
  const { earlier, lock } = await waitForKey(context, { ...scope, key }, waitMs);
  try {
    if (earlier === null) await refuseNew(context, { start, ...scope });
  } catch (error) {
    await lock?.release();
    throw error;
  }
  return { ...scope, earlier, lock };
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

/** `isForm`: the key is a field, as of a form without script. */
async function readScope(
  request: FastifyRequest,
  form: SubmissionForm,
  { kind, start }: { kind: SubmissionKind; start: number | null },
): Promise<Pick<SubmissionScope, 'task' | 'key'> & { isForm: boolean }> {
  const header = checkIdempotencyKey(request.headers['idempotency-key']);
  const key = header ?? checkIdempotencyKey((await form.readKey()) ?? undefined);
  if (start === null && key === null) throw noProject();
  const task = kind === 'week' ? requireWeekTask(await form.readWeek()) : kind;
  return { key, task, isForm: header === null };
}

async function receiveSubmission(
  context: AppContext,
  { accountId, kind }: { accountId: number; kind: SubmissionKind },
  request: FastifyRequest,
  evicted: AbortSignal,
): Promise<ReceiptRow> {
  const start = await projectStart(context, accountId);
  /** Without a project only a repeated key is of interest. */
  const refusal = (error: unknown) => (start === null ? noProject() : error);
  if (!request.isMultipart())
    throw refusal(httpErrors.unsupportedType('A submission must be sent as multipart/form-data.'));
  const form = openSubmissionForm(request, {
    files: context.files,
    maxBytes: context.settings.maxUploadBytes,
    hasWeek: kind === 'week',
  });
  evicted.addEventListener('abort', () => form.abort(evicted.reason as HttpError));
  try {
    evicted.throwIfAborted();
    const { isForm, ...scope } = await readScope(request, form, { kind, start }).catch((error: unknown) => {
      throw refusal(error);
    });
    // Without script a form cannot retry, so it waits for the first receipt.
    const waitMs = isForm ? pressedAgainMs : 0;
    const admission = await admit(context, { accountId, ...scope, start }, waitMs);
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
