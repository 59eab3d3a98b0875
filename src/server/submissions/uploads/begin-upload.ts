import { tasks, type Task } from '#contract/dates';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { cleanFileName } from '../../platform/files/file-name.ts';
import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { limits } from '#contract/limits';
import type { AppContext } from '../../platform/context.ts';
import { requireOpenTask, requireProjectStart } from '../open-task.ts';
import { fileTooLarge } from '../submission-form.ts';
import { uploadType, type TusAnswer, type TusServer } from './tus-server.ts';
import { dropUpload, insertUpload } from './upload-rows.ts';

function textOf(value: string, key: string): string {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(value))
    throw httpErrors.badRequest(`${key} in Upload-Metadata must be Base64.`);
  return Buffer.from(value, 'base64').toString('utf8');
}

/** `Upload-Metadata`; only `task` and `filename`. @throws 400 that names the problem */
export function readMetadata(header: string | undefined): { task: Task; name: string } {
  const found = new Map<string, string>();
  for (const pair of (header ?? '').split(',')) {
    const [key = '', value = '', ...rest] = pair.trim().split(' ');
    if (rest.length > 0) throw httpErrors.badRequest('Upload-Metadata must be pairs of a key and a value.');
    if (key !== 'task' && key !== 'filename') continue;
    if (found.has(key)) throw httpErrors.badRequest(`${key} was given twice in Upload-Metadata.`);
    found.set(key, textOf(value, key));
  }
  const task = tasks.find((known) => known === found.get('task'));
  if (task === undefined)
    throw httpErrors.badRequest(`task in Upload-Metadata must be one of ${tasks.join(', ')}.`);
  return { task, name: cleanFileName(found.get('filename') ?? '') };
}

/** Bytes. @throws 400 if missing or zero */
export function readLength(header: string | string[] | undefined): number {
  if (typeof header !== 'string' || !/^\d{1,15}$/.test(header))
    throw httpErrors.badRequest('Upload-Length must be the number of bytes of the file.');
  const bytes = Number(header);
  if (bytes === 0) throw httpErrors.badRequest('The file is empty. Please choose another one.');
  return bytes;
}

/**
 * @throws in this order: 415, 409 no project, 400 no such task, 403 not open, 400 no length, 413, 429 quota
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
