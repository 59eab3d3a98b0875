import type { EndpointName } from '#contract/wire/endpoints';
import { paths } from '#contract/paths';
import { isSignedOut, offlineError, toCallError } from '../../lib/calls/call-error.ts';
import type { AnswerOf } from '../../lib/calls/client.ts';
import { proveAgain, reauthenticate } from '../../lib/session/reauth-prompt.ts';

type FileCall = Extract<EndpointName, 'putCatalogueFile' | 'importCatalogue' | 'putLogo'>;

/** @param name of the file @throws CallError, as `call` does */
export async function sendFile<N extends FileCall>(
  call: N,
  {
    fields,
    file,
    name,
    idempotencyKey,
  }: { fields: Readonly<Record<string, string>>; file: File; name: string; idempotencyKey: string },
): Promise<AnswerOf<N>> {
  const body = new FormData();
  for (const [key, value] of Object.entries(fields)) body.append(key, value);
  body.append('file', file, name);
  const { method, path } = paths[call];
  const headers = { Accept: 'application/json', 'Idempotency-Key': idempotencyKey };
  const response = await fetch(path, { method, headers, body }).catch(() => {
    throw offlineError();
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as AnswerOf<N>;
  const failure = toCallError(response.status, answer, response.headers.get('Retry-After'));
  const isAsked =
    (isSignedOut(failure) && (await reauthenticate())) ||
    (failure.code === 'proof_needed' && (await proveAgain()));
  if (isAsked) return sendFile(call, { fields, file, name, idempotencyKey });
  throw failure;
}
