import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { EndpointName } from '#contract/wire/endpoints';
import { messages } from '#contract/messages';
import { paths } from '#contract/all-paths';
import { setReauthPrompt } from '../session/reauth-prompt.ts';
import { call } from './client.ts';

const address = '/api/students/studentCourse/a%40b.c';
const options = { params: { s_id: 'a@b.c' } };

const answer = (status: number, body: unknown) =>
  new Response(body === undefined ? null : JSON.stringify(body), { status });

beforeEach(() => void vi.stubGlobal('fetch', vi.fn()));
afterEach(() => vi.unstubAllGlobals());

it('gives the body of an answer, and fetches anew each time', async () => {
  vi.mocked(fetch)
    .mockResolvedValueOnce(answer(200, { now: 'then' }))
    .mockResolvedValueOnce(answer(200, { now: 'later' }))
    .mockResolvedValueOnce(answer(204, undefined));
  expect(await call('readStudentCourse', options)).toEqual({ now: 'then' });
  expect(await call('readStudentCourse', options)).toEqual({ now: 'later' });
  expect(fetch).toHaveBeenCalledWith(address, expect.objectContaining({ method: 'GET' }));
  expect(await call('logOut'), 'an answer without a body').toBeUndefined();
});

it('throws error answers with status, code and message, also where a proxy wrote them', async () => {
  const refusal = { message: 'Not yours.', code: 'forbidden' };
  vi.mocked(fetch).mockResolvedValueOnce(answer(403, refusal));
  const refused = call('readTimeline', options);
  await expect(refused).rejects.toMatchObject({ name: 'CallError', status: 403, ...refusal });
  vi.mocked(fetch).mockResolvedValueOnce(new Response('<html>', { status: 502 }));
  await expect(call('readTimeline', options)).rejects.toMatchObject({ status: 502, code: 'unreadable' });
});

it('reports a failed network as offline', async () => {
  vi.mocked(fetch).mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(call('readSession')).rejects.toMatchObject({ status: 0, code: 'offline' });
});

const listNames = (Object.keys(paths) as EndpointName[]).filter((name) => paths[name].list !== undefined);

it('knows the lists of the wire', () => {
  expect(paths).toMatchObject({
    listAvailableProjects: { list: '' },
    readDiscussion: { list: 'questions' },
    readTimeline: { list: 'tasks' },
  });
  expect(listNames).not.toContain('readStudentCourse');
});

it.each(listNames)('%s: a list that is none is an error, and says so in the console', async (name) => {
  const ask = call as (name: EndpointName, options: object) => Promise<unknown>;
  for (const body of [{ a: 1 }, { questions: {}, tasks: 'none' }, 'text', null]) {
    vi.mocked(fetch).mockResolvedValueOnce(answer(200, body));
    await expect(ask(name, { params: {} }), JSON.stringify(body)).rejects.toMatchObject({
      code: 'not_a_list',
      message: 'Something went wrong on our side. Please try again in a moment.',
    });
  }
  expect(vi.mocked(console.error).mock.calls).toEqual(Array.from({ length: 4 }, () => [messages.notAnArray]));
  vi.mocked(console.error).mockClear();
});

it('reauthenticates for user actions, not for background calls', async () => {
  const reauthenticate = vi.fn(async () => false);
  onTestFinished(setReauthPrompt(reauthenticate));
  const ended = () => answer(401, { message: 'Please log in.', code: 'signed_out' });
  vi.mocked(fetch).mockImplementation(async () => ended());
  const about = { params: { s_id: 'a@b.c', id: '1' } };
  await expect(call('viewQuestion', { ...about, isBackground: true })).rejects.toMatchObject({ status: 401 });
  expect(reauthenticate).not.toHaveBeenCalled();
  await expect(call('favoriteQuestion', about)).rejects.toMatchObject({ status: 401 });
  expect(reauthenticate).toHaveBeenCalledOnce();
});

it('sends an Idempotency-Key as a header', async () => {
  vi.mocked(fetch).mockResolvedValueOnce(answer(201, { batch: null, questions: [] }));
  const about = { params: { s_id: 'a@b.c' }, body: { question: 'How?' } };
  await call('askQuestion', { ...about, idempotencyKey: 'b5c1d2e3' });
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'b5c1d2e3' };
  expect(fetch).toHaveBeenCalledWith(
    expect.any(String),
    expect.objectContaining({ headers: expect.objectContaining(headers) }),
  );
});
