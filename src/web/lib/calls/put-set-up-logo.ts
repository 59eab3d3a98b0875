import { paths } from '#contract/paths';
import { offlineError, toCallError } from './call-error.ts';
import type { AnswerOf } from './client.ts';

/** Without the scripts for large files, which the set-up does not need. @returns its address @throws CallError */
export async function putSetUpLogo(token: string, file: File): Promise<string> {
  const body = new FormData();
  body.append('token', token);
  body.append('file', file);
  const { method, path } = paths.putSetUpLogo;
  const response = await fetch(path, { method, body, headers: { Accept: 'application/json' } }).catch(() => {
    throw offlineError();
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw toCallError(response.status, answer, response.headers.get('Retry-After'));
  return (answer as AnswerOf<'putSetUpLogo'>).logo;
}
