import type { FastifyRequest } from 'fastify';
import { isOpen, parseWeek, weekTask, type Task } from '#contract/dates';
import { limits } from '#contract/limits';
import { messages } from '#contract/messages';
import type { Receipt } from '#contract/submissions';
import type { AppContext } from '../platform/context.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { acquireIdempotencyLock, type IdempotencyLock } from './idempotency-lock.ts';
import { acquireSubmissionSlot } from './submission-limiter.ts';
import { presentReceipt } from './presenter.ts';
import { scheduleOf, submissionByKey } from './queries.ts';
import { receiveForm, type ReceivedFile, type ReceivedForm } from './receive-form.ts';
import { recordSubmission, sameContent, type HandedIn } from './record-submission.ts';
import { opensAtLabel } from './task-labels.ts';
import { takeUpload } from './uploads/take-upload.ts';
import { dropUpload } from './uploads/upload-rows.ts';

export type SubmissionKind = 'week' | 'final' | 'viva';

function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && key.length >= 1 && key.length <= limits.idempotencyKey) return key;
  throw httpErrors.badRequest(`Idempotency-Key must have 1 to ${limits.idempotencyKey} characters`);
}

/** What is missing, in the order and words of the specification's sections 5 and 8. */
function refuseIncomplete(kind: SubmissionKind, { links, comments, file }: ReceivedForm): void {
  if (kind === 'viva' && (comments.trim() === '' || file === null)) {
    throw httpErrors.badRequest(messages.vivaIncomplete);
  }
  if (links.trim() === '' && comments.trim() === '' && file === null) {
    throw httpErrors.badRequest(messages.nothingHandedIn);
  }
}

/**
 * Takes a hand-in from the first byte to the receipt: bytes staged and synced, kept, row committed, and only then
 * answered. Of what is refused nothing is kept.
 * @throws problems in this order: 503 no place, 409 no project, 415, 400 no such week, 403 not open, 409 the same key
 *   still on its way, 413, 400
 */
export async function acceptSubmission(
  context: AppContext,
  accountId: number,
  kind: SubmissionKind,
  request: FastifyRequest,
): Promise<Receipt> {
  const { database, clock, settings, files } = context;
  const leave = await acquireSubmissionSlot(request.raw);
  const held: { claim?: IdempotencyLock; form?: ReceivedForm } = {};
  let task: Task | null = null;
  try {
    const [schedule] = await scheduleOf(database.reader, { accountId });
    const start = schedule?.startedAt ?? null;
    if (start === null) throw httpErrors.conflict(messages.noProjectYet);
    if (!request.isMultipart())
      throw httpErrors.unsupportedType('A hand-in must be sent as multipart/form-data.');
    const key = idempotencyKey(request);

    const settle = async (wanted: Task): Promise<void> => {
      if (!isOpen(wanted, start, clock.now())) {
        throw httpErrors.notOpen(opensAtLabel(wanted, start, settings.academyZone));
      }
      // A finished hand-in needs no claim: this request can only repeat it.
      if (
        key !== null &&
        (await submissionByKey(database.reader, { accountId, task: wanted, key })) === undefined
      ) {
        held.claim = await acquireIdempotencyLock(context, { accountId, task: wanted, key });
      }
      task = wanted;
    };
    const settleWeek = async (value: string): Promise<void> => {
      const week = parseWeek(value);
      if (week === null) throw httpErrors.badRequest('Please choose a week from 1 to 4.');
      await settle(weekTask(week));
    };

    if (kind !== 'week') await settle(kind);
    const form = await receiveForm(request, {
      files,
      mostBytes: settings.maxUploadBytes,
      settleWeek: kind === 'week' ? settleWeek : null,
    });
    held.form = form;
    const about = { accountId, task: task as unknown as Task, key };
    if (form.upload !== null) form.file = await fileOf(context, { ...about, id: form.upload });
    refuseIncomplete(kind, form);
    const receipt = await keep(context, { ...form, ...about });
    held.claim?.end();
    if (form.upload !== null) await forget(context, form.upload);
    return receipt;
  } catch (error) {
    await held.claim?.giveBack();
    await held.form?.file?.staged.discard();
    throw error;
  } finally {
    leave();
  }
}

/** The file that an upload brings; the one of a finished hand-in that is repeated is there already. */
async function fileOf(
  context: AppContext,
  about: { accountId: number; task: Task; key: string | null; id: string },
): Promise<ReceivedFile> {
  const { accountId, task, key, id } = about;
  const earlier =
    key === null ? undefined : await submissionByKey(context.database.reader, { accountId, task, key });
  if (earlier?.upload_id !== id) return takeUpload(context, about);
  const done = async (): Promise<void> => {};
  const { file_name, file_bytes, file_sha256 } = earlier;
  return {
    name: file_name as string,
    staged: { bytes: file_bytes as number, sha256: file_sha256 as string, keep: done, discard: done },
  };
}

/** After the receipt nobody needs the upload; what stays behind leaves with the next sweep. */
async function forget(context: AppContext, upload: string): Promise<void> {
  await dropUpload(context, upload).catch((error: unknown) =>
    context.log.warn({ err: error }, 'an upload could not be removed; it leaves by itself'),
  );
}

/** Keeps the bytes, then writes the row; a hand-in that a former request finished gives that one's receipt. */
async function keep(
  context: AppContext,
  { file, ...rest }: ReceivedForm & Omit<HandedIn, 'file'>,
): Promise<Receipt> {
  const handedIn: HandedIn = {
    ...rest,
    file: file && { name: file.name, bytes: file.staged.bytes, sha256: file.staged.sha256 },
  };
  const { accountId, task, key } = handedIn;
  const earlier =
    key === null ? undefined : await submissionByKey(context.database.reader, { accountId, task, key });
  if (earlier !== undefined) {
    const receipt = presentReceipt(sameContent(earlier, handedIn));
    await file?.staged.discard();
    return receipt;
  }
  await file?.staged.keep();
  return presentReceipt(await recordSubmission(context, handedIn));
}
