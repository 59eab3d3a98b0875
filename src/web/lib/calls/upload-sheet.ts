import { paths } from '#contract/paths';
import { offlineError, toCallError } from './call-error.ts';
import type { AnswerOf } from './client.ts';
import { countAsWork } from '../forms/unfinished.ts';

/** @throws CallError as `call` does */
export async function uploadSheet(file: File): Promise<AnswerOf<'uploadIntake'>> {
  const { method, path } = paths.uploadIntake;
  const body = new FormData();
  body.append('file', file, file.name);
  let response: Response;
  try {
    response = await countAsWork(fetch(path, { method, body, headers: { Accept: 'application/json' } }));
  } catch {
    throw offlineError();
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as AnswerOf<'uploadIntake'>;
  throw toCallError(response.status, answer, response.headers.get('Retry-After'));
}
