import { IDBObjectStore } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '#support/eventually';
import { receipt, student } from '#support/contract-fixtures';
import { discussionOf, question } from '#support/discussion-fixtures';
import { mockApi, type MockApi } from '#support/mock-api';
import { accountWithStorage, aSubmission, aRequest } from '#support/outbox-fixtures';
import { identityOf, type QueuedRequest } from './queued-request.ts';
import { accountsWithRequests, openRequestStore, type RequestStore } from './request-store.ts';
import { announce, listen, type OutboxMessage } from './channel.ts';
import { sendNext, sendWaiting } from './send.ts';

/** The sender without a page, as a service worker runs it. */

let account: string;
let api: MockApi;
let store: RequestStore;

/** The device of a process is one for all its tests. */
async function emptyDevice(): Promise<void> {
  for (const one of await accountsWithRequests()) {
    const requests = openRequestStore(one);
    for (const { id } of await requests.list()) await requests.remove(id);
  }
}

beforeEach(async () => {
  await emptyDevice();
  vi.stubEnv('DEV', false);
  api = mockApi();
  account = accountWithStorage();
  store = openRequestStore(account);
  api.replyWith('readSession', () => ({ student: { ...student, s_id: account, account } }));
  api.reply('answerQuestion', discussionOf([question(7)]), 201);
  return async () => {
    await emptyDevice();
    vi.unstubAllEnvs();
  };
});

const comment = (answer: string, given: Partial<QueuedRequest> = {}) =>
  aRequest({ account, body: { answer }, ...given });
const add = async (...requests: QueuedRequest[]) => {
  for (const request of requests) await store.add({ ...request, file: null });
};
/** As a device without space. */
function refuseWrites() {
  const full = () => {
    throw new DOMException('No space left.', 'QuotaExceededError');
  };
  return (['put', 'delete'] as const).map((write) =>
    vi.spyOn(IDBObjectStore.prototype, write).mockImplementation(full),
  );
}
const sent = () => api.of('answerQuestion').map(({ body }) => (body as { answer: string }).answer);
const kept = async () => (await store.list()).map(({ body, state }) => [body?.['answer'], state]);

it('sends what waits in its order, each once, under its key and for its account', async () => {
  const requests = ['One', 'Two', 'Three'].map((text) => comment(text));
  await add(...requests.toReversed());
  expect(await sendWaiting()).toBe('empty');
  expect(sent()).toEqual(['One', 'Two', 'Three']);
  for (const [index, { headers }] of api.of('answerQuestion').entries()) {
    expect(headers.get('Idempotency-Key')).toBe(requests[index]?.idempotencyKey);
    expect(decodeURIComponent(headers.get('For-Account') ?? '')).toBe(account);
  }
  expect(await sendWaiting()).toBe('empty');
  expect(sent()).toHaveLength(3);
});

it('says how long the device has kept the request of a review, and of nothing else', async () => {
  const asked = { reason: 'The tests count.', asked_at: '2026-11-20T09:00:00.000Z', answer: null };
  const second_look = { ...asked, answered_by: null, answered_at: null };
  api.reply('askSecondLook', { second_look }, 201);
  const body = { task: 'week-1', version: 1, reason: 'The tests count.' };
  const kept = aRequest({
    account,
    call: 'askSecondLook',
    subject: 'look',
    body,
    pressedAt: Date.now() - 90_000,
  });
  const ahead = { ...kept, id: `${kept.id} 2`, subject: 'look 2', pressedAt: Date.now() + 90_000 };
  await add(kept, ahead, comment('One'));
  await sendWaiting();
  const waited = api.of('askSecondLook').map((one) => (one.body as { waited_ms: number }).waited_ms);
  expect(waited[0]).toBeGreaterThanOrEqual(90_000);
  expect(waited[1], 'a clock that was set back').toBe(0);
  expect(api.of('answerQuestion')[0]?.body).toEqual({ answer: 'One' });
});

it('keeps what went, until somebody has been told, and a favourite not at all', async () => {
  api.reply('favoriteQuestion', undefined);
  await add(comment('One'), comment('', { call: 'favoriteQuestion', body: null }));
  await sendWaiting();
  expect(await kept()).toEqual([['One', 'done']]);
});

it.each([
  ['removed', (id: string) => store.remove(id)],
  ['paused', (id: string) => store.change(id, { state: 'paused' })],
])('sends nothing that is %s once it was chosen, before it can be stopped', async (_, change) => {
  const request = comment('One');
  await add(request);
  const now = Date.now();
  vi.spyOn(Date, 'now').mockImplementationOnce(() => {
    void change(request.id);
    announce({ type: 'stop', account, id: request.id });
    return now;
  });
  expect(await sendNext(account, 'texts', 0)).toBe('tried');
  expect(sent()).toEqual([]);
});

it('tells every page: that it is being sent, what the portal answered, and that something changed', async () => {
  const request = comment('One');
  await add(request);
  const heard: OutboxMessage[] = [];
  const unlisten = listen((message) => heard.push(message));
  await sendNext(account, 'texts', 0);
  unlisten();
  expect(heard).toMatchObject([
    { type: 'progress', account, id: request.id, fraction: 0 },
    { type: 'sent', account, act: { id: request.id, state: 'done' }, answer: { questions: [{ _id: '7' }] } },
    { type: 'progress', fraction: null },
    { type: 'changed' },
  ]);
});

it('stops where the portal is away, and goes on with the same under the same key', async () => {
  await add(comment('One'), comment('Two'));
  api.cutOff('answerQuestion');
  expect(await sendWaiting()).toBe('waiting');
  expect(sent()).toEqual(['One']);
  const [first] = await store.list();
  expect(first).toMatchObject({ state: 'waiting', tries: 1, failure: { code: 'offline' } });
  api.reply('answerQuestion', discussionOf([question(7)]), 201);
  expect(await sendWaiting()).toBe('empty');
  expect(sent()).toEqual(['One', 'One', 'Two']);
  const keys = api.of('answerQuestion').map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys[0]).toBe(keys[1]);
});

it('keeps what is refused, with the words and the text, and goes on with the rest', async () => {
  await add(comment('', { call: 'editQuestion', body: { questionText: 'Mine', originalText: 'Old' } }));
  await add(comment('One'));
  api.refuse('editQuestion', 404, { message: 'This question is not there any more.', code: 'not_found' });
  expect(await sendWaiting()).toBe('empty');
  const [refused] = await store.list();
  expect(refused).toMatchObject({
    state: 'refused',
    body: { questionText: 'Mine' },
    failure: { message: 'This question is not there any more.' },
  });
  expect(sent()).toEqual(['One']);
});

it.each(['selectProject', 'whatever another version stored'])(
  'never sends %s, which is no call of the outbox, and goes on with the rest',
  async (call) => {
    await add(
      comment('', { call: call as QueuedRequest['call'], subject: 'choice', body: { p_id: 'P001' } }),
      comment('One'),
    );
    expect(await sendWaiting()).toBe('empty');
    expect(api.requests.filter(({ name }) => name !== 'readSession')).toHaveLength(1);
    expect(sent()).toEqual(['One']);
    const [refused] = await store.list();
    expect(refused).toMatchObject({ state: 'refused', failure: { code: 'not_sent' } });
  },
);

describe('whose session it is', () => {
  it('sends nothing for another account than the one that is signed in', async () => {
    await add(comment('One'));
    api.reply('readSession', { student });
    expect(await sendWaiting()).toBe('empty');
    api.reply('readSession', { student: null });
    expect(await sendWaiting()).toBe('empty');
    expect(sent()).toEqual([]);
    expect(await kept()).toEqual([['One', 'waiting']]);
  });

  it('waits where the portal cannot say whose it is', async () => {
    await add(comment('One'));
    api.cutOff('readSession');
    expect(await sendWaiting()).toBe('waiting');
    expect(sent()).toEqual([]);
  });

  it('waits for a login where the session ends meanwhile', async () => {
    await add(comment('One'), comment('Two'));
    api.refuse('answerQuestion', 401, { code: 'signed_out', message: 'Please log in to continue.' });
    await sendWaiting();
    expect(sent()).toEqual(['One']);
    expect(await kept()).toEqual([
      ['One', 'waiting'],
      ['Two', 'waiting'],
    ]);
  });

  it('asks nobody where nothing waits', async () => {
    await add(comment('One', { state: 'refused' }));
    expect(await sendWaiting()).toBe('empty');
    expect(api.requests).toEqual([]);
  });
});

it('two senders at once send each act once', async () => {
  await add(comment('One'), comment('Two'));
  await Promise.all([sendWaiting(), sendWaiting(), sendWaiting()]);
  expect(sent()).toEqual(['One', 'Two']);
});

it('sends where the browser has no locks, as without https', async () => {
  vi.stubGlobal('navigator', {});
  await add(comment('One'));
  expect(await sendWaiting()).toBe('empty');
  expect(sent()).toEqual(['One']);
});

it('goes on when another act is taken back', async () => {
  const answered = Promise.withResolvers<ReturnType<typeof discussionOf>>();
  api.replyWith('answerQuestion', () => answered.promise, 201);
  await add(comment('One'));
  const step = sendNext(account, 'texts', 0);
  await eventually(() => expect(sent()).toEqual(['One']));
  announce({ type: 'stop', account, id: 'another' });
  await new Promise((resolve) => setTimeout(resolve));
  answered.resolve(discussionOf([question(7)]));
  await step;
  expect(await kept()).toEqual([['One', 'done']]);
});

it('stops at once when its owner takes it back', async () => {
  const request = comment('One');
  await add(request);
  api.keepWaiting('answerQuestion');
  const step = sendNext(account, 'texts', 0);
  await eventually(() => expect(sent()).toEqual(['One']));
  announce({ type: 'stop', account, id: request.id });
  expect(await step).toBe('tried');
  expect((await store.list())[0]).toMatchObject({ state: 'waiting', tries: 0 });
});

describe('where the device takes no more writes after the request', () => {
  it.each([
    [
      'the portal asks to wait',
      () => api.refuse('answerQuestion', 503, { retryAfter: '60' }),
      { dueAt: expect.any(Number) },
    ],
    ['it is refused', () => api.refuse('answerQuestion', 403), 'empty'],
    ['it is accepted', () => undefined, 'empty'],
  ])('is not sent again at once when %s', async (_, answerAs, next) => {
    answerAs();
    await add(comment('One'));
    refuseWrites();
    const begunAt = Date.now();
    expect(await sendNext(account, 'texts', 0)).toBe('tried');
    const step = await sendNext(account, 'texts', 0);
    expect(step).toEqual(next);
    if (typeof step === 'object') expect(step.dueAt).toBeGreaterThanOrEqual(begunAt + 60_000);
    expect(sent()).toEqual(['One']);
  });

  it('sends no favourite again, which cannot be removed', async () => {
    api.reply('favoriteQuestion', undefined);
    await add(comment('', { call: 'favoriteQuestion', body: null }));
    refuseWrites();
    expect(await sendNext(account, 'texts', 0)).toBe('tried');
    expect(await sendNext(account, 'texts', 0)).toBe('empty');
    expect(api.of('favoriteQuestion')).toHaveLength(1);
  });

  it('writes the last outcome with the next change, which may be another attempt', async () => {
    api.refuse('answerQuestion', 403, { message: 'No.' });
    const request = comment('One');
    await add(request);
    const writes = refuseWrites();
    await sendNext(account, 'texts', 0);
    for (const write of writes) write.mockRestore();
    await store.change(request.id, { state: 'waiting' });
    expect(await store.list()).toMatchObject([{ state: 'waiting', tries: 1, failure: { message: 'No.' } }]);
    await sendNext(account, 'texts', 0);
    expect(sent()).toHaveLength(2);
    expect(await store.list()).toMatchObject([{ state: 'refused', tries: 2 }]);
  });
});

describe('a submission', () => {
  const answer = { message: 'Congrats', receipt: receipt({ task: 'week-2' }) };

  it('goes with its file and keeps its receipt, but not the file', async () => {
    const file = new File(['my work'], 'work.txt');
    const request = aSubmission({ account, file });
    await store.add(request);
    api.reply('uploadWeek', answer, 201);
    expect(await sendWaiting()).toBe('empty');
    const [{ body, headers, params }] = api.of('uploadWeek') as [(typeof api.requests)[number]];
    expect(body).toMatchObject({ selectedWeek: '2', comments: 'Done.', files: expect.any(File) });
    expect(params).toEqual({ s_id: account });
    expect(headers.get('Idempotency-Key')).toBe(request.idempotencyKey);
    expect(await store.list()).toMatchObject([{ state: 'done', answer }]);
    expect(await store.readFile(request.id)).toBeNull();
  });

  it('never goes without its file', async () => {
    const fileIdentity = identityOf(new File(['my work'], 'work.txt'));
    await store.add({ ...aSubmission({ account }), fileIdentity });
    expect(await sendWaiting()).toBe('empty');
    expect(api.of('uploadWeek')).toEqual([]);
    expect(await store.list()).toMatchObject([{ state: 'refused', failure: { code: 'file_gone' } }]);
  });

  it('goes where there is no XMLHttpRequest, as in a service worker', async () => {
    vi.stubGlobal('XMLHttpRequest', undefined);
    await store.add(aSubmission({ account, file: new File(['my work'], 'work.txt') }));
    api.reply('uploadWeek', answer, 201);
    expect(await sendWaiting()).toBe('empty');
    expect(api.of('uploadWeek')).toMatchObject([{ body: { comments: 'Done.', files: expect.any(File) } }]);
    expect(decodeURIComponent(api.of('uploadWeek')[0]?.headers.get('For-Account') ?? '')).toBe(account);
    api.refuse('uploadWeek', 403, { message: 'Week 2 is not open.' });
    await store.add(aSubmission({ account }));
    await sendWaiting();
    expect((await store.list()).at(-1)).toMatchObject({ failure: { message: 'Week 2 is not open.' } });
  });

  it('counts a receipt only as success', async () => {
    await store.add(aSubmission({ account }));
    api.replyBroken('uploadWeek', { message: 'Welcome to our network' });
    expect(await sendWaiting()).toBe('waiting');
    expect(await store.list()).toMatchObject([{ state: 'waiting', tries: 1 }]);
  });
});
