import { beforeEach, expect, it, vi } from 'vitest';
import { mockApi, type MockApi } from '#support/mock-api';
import { student } from '#support/contract-fixtures';
import { accountWithStorage, aRequest } from '#support/outbox-fixtures';
import { identityOf, laneOf, type QueuedRequest } from './queued-request.ts';
import { openRequestStore } from './request-store.ts';
import { sendWaiting } from './send.ts';

/** As a service worker sends it, without a page. */

const letter = new File(['png'], 'letter.png', { type: 'image/png' });
const attachment = { id: 'FILE', name: 'letter.png', bytes: 3, type: 'image/png' as const, mark: '' };
const body = { task: 'week-2', until: '2026-11-30', reason: 'My laptop is in repair.' };
const extension_request = {
  id: '1',
  until: '2026-11-30T18:29:59.999Z',
  reason: body.reason,
  asked_at: '2026-11-18T09:00:00.000Z',
  answer: null,
  granted_until: null,
  words: null,
  answered_by: null,
  answered_at: null,
};

let api: MockApi;
let account: string;
beforeEach(() => {
  vi.stubEnv('DEV', false);
  api = mockApi();
  account = accountWithStorage();
  api.replyWith('readSession', () => ({ student: { ...student, s_id: account, account } }));
  api.reply('attachFile', attachment, 201);
  api.reply('askExtension', { extension_request }, 201);
  return () => vi.unstubAllEnvs();
});

async function queue(file: File | null, given: Partial<QueuedRequest> = {}) {
  const request = aRequest({
    account,
    call: 'askExtension',
    params: { s_id: account },
    body,
    subject: 'extension week-2',
    label: { task: 'week-2', to: '/extension?task=week-2' },
    fileIdentity: identityOf(file),
    ...given,
  });
  const store = openRequestStore(account);
  await store.add({ ...request, file });
  const send = async () => {
    await store.change(request.id, { notBefore: 0 });
    await sendWaiting();
    return (await store.list()).find(({ id }) => id === request.id);
  };
  return { request, send };
}
const keysOf = (name: 'attachFile' | 'askExtension') =>
  api.of(name).map(({ headers }) => headers.get('Idempotency-Key'));

it('sends the file, then the request with its id, under keys of the request', async () => {
  const { request, send } = await queue(letter);
  expect(await send()).toMatchObject({ state: 'done' });
  expect(keysOf('attachFile')).toEqual([`${request.idempotencyKey}-file-0`]);
  expect(keysOf('askExtension')).toEqual([request.idempotencyKey]);
  expect(api.of('askExtension')[0]?.body).toEqual({ ...body, file: 'FILE' });
  expect(laneOf(request), 'a large file delays no comment').toBe('hand-ins');
});

it('one without a file is as earlier versions send it', async () => {
  const { request, send } = await queue(null);
  expect(await send()).toMatchObject({ state: 'done' });
  expect(api.of('attachFile')).toEqual([]);
  expect(api.of('askExtension')[0]?.body).toEqual(body);
  expect(laneOf(request)).toBe('texts');
});

it('sends the file once when the answer to the request was lost', async () => {
  const { request, send } = await queue(letter);
  api.cutOff('askExtension');
  expect(await send()).toMatchObject({ state: 'waiting' });
  api.reply('askExtension', { extension_request }, 201);
  expect(await send()).toMatchObject({ state: 'done' });
  expect(api.of('attachFile')).toHaveLength(1);
  expect(keysOf('askExtension')).toEqual([request.idempotencyKey, request.idempotencyKey]);
  expect(api.of('askExtension')[1]?.body).toEqual({ ...body, file: 'FILE' });
});

it('sends the file again, as another one, when the portal has lost it; but not for ever', async () => {
  const { request, send } = await queue(letter);
  const message = 'This file is no longer on the portal. Choose it again.';
  api.refuse('askExtension', 400, { message, fields: [{ name: 'file', message }] });
  for (let attempt = 0; attempt < 3; attempt += 1) expect(await send()).toMatchObject({ state: 'waiting' });
  expect(await send()).toMatchObject({ state: 'refused', failure: { fields: [{ name: 'file' }] } });
  expect(keysOf('attachFile')).toEqual([0, 1, 2, 3].map((n) => `${request.idempotencyKey}-file-${n}`));
});

it.each([
  [413, 'refused'],
  [415, 'refused'],
  [503, 'waiting'],
  [401, 'waiting'],
] as const)('a file that is answered %i: the request is %s', async (status, state) => {
  const { send } = await queue(letter);
  api.refuse('attachFile', status, {
    message: 'Not now.',
    ...(status === 401 && { code: 'signed_out' }),
  });
  const left = await send();
  expect(left?.state).toBe(state);
  expect(left?.failure?.fields?.map(({ name }) => name)).toEqual(state === 'refused' ? ['file'] : undefined);
  expect(api.of('askExtension')).toEqual([]);
});
