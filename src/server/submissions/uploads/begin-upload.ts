import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { limits } from '#contract/limits';
import type { AppContext } from '../../platform/context.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { requireOpenTask, requireProjectStart } from '../require-open-task.ts';
import { enforceSubmissionQuota } from '../submission-quota.ts';
import { fileTooLarge } from '../submission-form.ts';
import { uploadType } from './check-protocol.ts';
import type { TusAnswer, TusServer } from './tus-server.ts';
import { readLength, readMetadata } from './upload-metadata.ts';
import { dropUpload, insertUpload } from './upload-rows.ts';

/**
 * Begins a resumable upload for an open task.
 * @throws in this order: 415, 409 no project, 400 no such task, 403 not open, 400 no length, 413, 429 beyond
 *   the quota
 */
export async function beginUpload(
  context: AppContext,
  tus: TusServer,
  accountId: number,
  request: FastifyRequest,
): Promise<TusAnswer> {
  const { clock, settings } = context;
  const { headers } = request;
  if (headers['content-type'] !== undefined && headers['content-type'] !== uploadType) {
    throw httpErrors.unsupportedType(`The bytes of an upload must be sent as ${uploadType}.`);
  }
  const start = await requireProjectStart(context, accountId);
  const { task, name } = readMetadata(headers['upload-metadata'] as string | undefined);
  requireOpenTask(context, task, start);
  const bytes = readLength(headers['upload-length']);
  if (bytes > settings.maxUploadBytes) throw fileTooLarge(settings.maxUploadBytes);
  await enforceSubmissionQuota(context, { accountId, bytes, isUpload: true });

  const now = clock.now();
  const id = randomBytes(16).toString('hex');
  await insertUpload(context, {
    id,
    account_id: accountId,
    task,
    name,
    bytes,
    arrived_bytes: 0,
    begun_at: now,
    expires_at: now + limits.uploadLifeMs,
  });
  try {
    return await tus.take(request.raw, id);
  } catch (error) {
    await dropUpload(context, id);
    throw error;
  }
}
