import type { z } from 'zod';
import { bytes, events, nothing, type Endpoint } from '#contract/wire/endpoint';
import type { FuzzRequest } from './requests.ts';

/** What came back, its body as JSON where it says so. */
export type FuzzAnswer = {
  status: number;
  headers: Readonly<Record<string, string | string[] | number | undefined>>;
  body: unknown;
};

/** What a refusal tells beside its words, where its call promises that, such as the state now or wrong fields. */
const told = new Set(['current', 'seen', 'fields', 'skipped']);

/** An error's fields in the order of their names, without what a call promises beside them. */
function problemFields(body: unknown): string {
  if (typeof body !== 'object' || body === null) return typeof body;
  return Object.keys(body)
    .filter((name) => !told.has(name))
    .toSorted()
    .join(' ');
}

function faultOfRefusal(endpoint: Endpoint, { status, headers, body }: FuzzAnswer): string | null {
  if (status >= 500 && status !== 503) return `answered ${status}`;
  if ((status === 503 || status === 429) && !(Number(headers['retry-after']) > 0)) return 'no Retry-After';
  if (!String(headers['content-type']).startsWith('application/json')) return 'a refusal that is no JSON';
  // An answer to HEAD has no body.
  if (endpoint.method === 'HEAD') return null;
  if (problemFields(body) !== 'code message request_id') return `a refusal with ${problemFields(body)}`;
  const problem = body as Record<string, string>;
  if (!/\S/.test(problem['message'] ?? '')) return 'a refusal without words';
  if (!/^[a-z_]+$/.test(problem['code'] ?? '')) return `a refusal with the code ${problem['code']}`;
  if (problem['request_id'] !== headers['x-request-id']) return 'a refusal with the id of another request';
  if (Object.keys(problem).every((name) => !told.has(name))) return null;
  const promised = endpoint.answers[status];
  return typeof promised === 'object'
    ? mismatch(promised, body)
    : 'a refusal that tells what is not promised';
}

function mismatch(schema: z.ZodType, body: unknown): string | null {
  const { error } = schema.safeParse(body);
  return error === undefined
    ? null
    : `not what the schema says: ${JSON.stringify(error.issues).slice(0, 500)}`;
}

/** What is wrong with an answer to a request, whatever that was; null for nothing. */
export function faultOf(endpoint: Endpoint, { isWhole }: FuzzRequest, answer: FuzzAnswer): string | null {
  const { status, headers, body } = answer;
  if (headers['x-content-type-options'] !== 'nosniff') return 'no nosniff';
  if (status >= 400) return faultOfRefusal(endpoint, answer);
  if (!isWhole) return null;
  const promised = endpoint.answers[status];
  if (promised === undefined) return `an answer of ${status} is not promised`;
  if (promised === nothing) return body === '' ? null : 'a body where none is promised';
  return promised === bytes || promised === events ? null : mismatch(promised, body);
}
