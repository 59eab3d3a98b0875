import { tasks, type Task } from '#contract/dates';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { cleanFileName } from '../../platform/files/file-name.ts';

function textOf(value: string, key: string): string {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(value))
    throw httpErrors.badRequest(`${key} in Upload-Metadata must be Base64.`);
  return Buffer.from(value, 'base64').toString('utf8');
}

/**
 * Parses tus's `Upload-Metadata`; keys other than `task` and `filename` are ignored.
 * @throws 400 that names the problem
 */
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

/**
 * In bytes.
 * @throws 400 if missing or zero
 */
export function readLength(header: string | string[] | undefined): number {
  if (typeof header !== 'string' || !/^\d{1,15}$/.test(header))
    throw httpErrors.badRequest('Upload-Length must be the number of bytes of the file.');
  const bytes = Number(header);
  if (bytes === 0) throw httpErrors.badRequest('The file is empty. Please choose another one.');
  return bytes;
}
