import { fillPath } from '#contract/fill-path';
import type { Endpoint } from '#contract/wire/endpoint';
import { endpoints } from '#contract/wire/endpoints';
import { encodeForm, type FormParts } from '#support/encode-form';
import type { Answer } from '#support/test-app';
import type { FuzzFixture } from '../../api/fuzz/fixtures.ts';
import { me, type Role } from '../../api/fuzz/values.ts';
import { samplePart, type Input, type Part } from './inventory.ts';

export type File = { name: string; bytes: Buffer | string };
export type Given = Record<Part, Record<string, unknown>>;

/** A request that does what its call is for, with everything plain. */
export function plainRequest({ known }: FuzzFixture, call: string, more: Partial<Given> = {}): Given {
  const meant = (name: string) => (known[`${call}.${name}`] ?? known[name])?.find((one) => one !== undefined);
  // All fields of a form may be absent.
  const isForm = (endpoints as Record<string, Endpoint>)[call]?.multipart === true;
  const [params, query, body] = (['params', 'query', 'body'] as const).map((part) => ({
    ...(part === 'body' && isForm ? {} : samplePart(call, part, meant)),
    ...more[part],
  })) as [Given['params'], Given['query'], Given['body']];
  return { params, query, body };
}

/** The same with `value` in one place. */
export function withInput(given: Given, { part, path }: Pick<Input, 'part' | 'path'>, value: unknown): Given {
  const copy = structuredClone(given) as Record<string, unknown>;
  let at = copy[part] as Record<string, unknown>;
  for (const [index, name] of path.slice(0, -1).entries()) {
    if (typeof at[name] !== 'object' || at[name] === null) at[name] = path[index + 1] === '0' ? [] : {};
    at = at[name] as Record<string, unknown>;
  }
  at[path.at(-1) as string] = value;
  return copy as Given;
}

const written = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

function formOf(body: Record<string, unknown>): FormParts {
  return Object.entries(body).map(([name, value]) =>
    typeof value === 'object' && value !== null && 'bytes' in value
      ? ([name, value as File] as const)
      : ([name, written(value)] as const),
  );
}

/** @param given of `plainRequest`, with `me` for the sender's own address */
export function prepareRequest(
  { clients, own }: FuzzFixture,
  role: Role,
  call: string,
  { params, query, body }: Given,
): () => Promise<Answer> {
  const { method, path, multipart } = (endpoints as Record<string, Endpoint>)[call] as Endpoint;
  const mine = (value: unknown) => written(value).replaceAll(me, own[role]);
  const texts = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, mine(value)]));
  const asked = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(mine(value).toWellFormed())}`,
  );
  const url = fillPath(path, texts) + (asked.length === 0 ? '' : `?${asked.join('&')}`);
  if (method === 'GET' || method === 'DELETE' || method === 'HEAD')
    return () => clients[role].send({ method, url });
  if (multipart) {
    const { body: payload, headers } = encodeForm(formOf(body));
    return () => clients[role].send({ method, url, headers, payload });
  }
  const payload = mine(body);
  const headers = { 'content-type': 'application/json' };
  return () => clients[role].send({ method, url, headers, payload });
}
