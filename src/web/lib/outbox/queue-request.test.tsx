import { File as StoredFile } from 'node:buffer';
import { IDBObjectStore } from 'fake-indexeddb';
import { createStore, entries, set } from 'idb-keyval';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '#support/eventually';
import { discussionOf, question } from '#support/discussion-fixtures';
import { mockApi, type MockApi } from '#support/mock-api';
import { accountWithStorage, aSubmission, aRequest } from '#support/outbox-fixtures';
import { openDrafts, readDraft, writeDraft } from '../forms/drafts.ts';
import type { NewRequest, QueuedRequest } from './queued-request.ts';
import { openRequestStore, type RequestStore } from './request-store.ts';
import { listen } from './channel.ts';
import { openOutbox, outboxStore, readRequests } from './outbox.ts';
import { pauseRequest, removeRequest, removeRequests, resumeRequest } from './change-request.ts';
import { queueRequest } from './queue-request.ts';
import { takeBack, tidyDrafts } from './take-back.ts';

/** What is pressed, taken back and found again, on a device that keeps it. */

let account: string;
let api: MockApi;
let store: RequestStore;
beforeEach(async () => {
  vi.stubEnv('DEV', false);
  account = accountWithStorage();
  api = mockApi();
  store = openRequestStore(account);
  await openDrafts(account);
  await openOutbox(account);
});

/** The files of component tests are not those that a database takes. */
async function withoutStorage(): Promise<void> {
  vi.stubGlobal('indexedDB', undefined);
  await openOutbox('');
  await openOutbox(account);
}

const draftKey = 'box';
const comment = (answer: string): NewRequest => ({
  call: 'answerQuestion',
  params: { s_id: account, id: '7' },
  body: { answer },
  subject: 'question 7',
  label: { to: '/discussion/MERN-2026-11/7' },
  drafts: { [draftKey]: answer },
});
const waiting = async () => {
  await eventually(() => expect(readRequests()[0]?.failure).toMatchObject({ code: 'offline' }));
  return readRequests()[0]!;
};
const keys = () => api.of('answerQuestion').map(({ headers }) => headers.get('Idempotency-Key'));

it('is on the device before anything is sent, and leaves its draft then', async () => {
  const keptAtTheRequest: unknown[] = [];
  api.replyWith(
    'answerQuestion',
    async () => {
      keptAtTheRequest.push(...(await store.list()));
      return discussionOf([question(7)]);
    },
    201,
  );
  writeDraft(draftKey, 'So.');
  await queueRequest(comment('So.'));
  expect(readDraft(draftKey)).toBeUndefined();
  await eventually(() => expect(keptAtTheRequest).toMatchObject([{ body: { answer: 'So.' } }]));
});

describe('without room for the request itself', () => {
  const stored = () => entries<string, unknown>(createStore(`capstone drafts of ${account}`, 'drafts'));

  async function typed(drafts: Record<string, string | File>): Promise<void> {
    for (const [key, value] of Object.entries(drafts)) writeDraft(key, value);
    await eventually(async () => expect(await stored()).toHaveLength(Object.keys(drafts).length));
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    });
  }

  async function queueComment(): Promise<QueuedRequest> {
    api.cutOff('answerQuestion');
    await typed({ [draftKey]: 'So.' });
    await queueRequest(comment('So.'));
    return waiting();
  }

  it('keeps text and file on the device, but not in the fields', async () => {
    vi.stubGlobal('File', StoredFile);
    const file = new File(['my work'], 'work.txt');
    await typed({ comments: 'Done.', file });
    api.keepWaiting('uploadWeek');
    const { call, params, body, subject, label } = aSubmission({ account });
    const drafts = { comments: 'Done.' };
    await queueRequest({ call, params, body, subject, label, drafts, file, fileDraft: 'file' });
    expect([readDraft('comments'), readDraft('file')]).toEqual([undefined, undefined]);
    const kept = new Map(await stored());
    expect(kept.get('comments')).toBe('Done.');
    expect(await (kept.get('file') as File).text()).toBe('my work');
  });

  it('removes the draft from the device once it is sent', async () => {
    await queueComment();
    expect(await stored()).toContainEqual([draftKey, 'So.']);
    api.reply('answerQuestion', discussionOf([question(7)]), 201);
    window.dispatchEvent(new Event('online'));
    await eventually(async () => expect(await stored()).toEqual([]));
  });

  it('sends the draft with the same key after the page was closed', async () => {
    const { id } = await queueComment();
    await openRequestStore(account).remove(id);
    await openOutbox('');
    await openDrafts('');
    await openDrafts(account);
    await openOutbox(account);
    await tidyDrafts(account);
    expect(readDraft(draftKey)).toBe('So.');
    await queueRequest(comment('So.'));
    await eventually(() => expect(keys()).toHaveLength(2));
    expect(keys()[1]).toBe(keys()[0]);
  });

  it('gives the same text in a new post a key of its own', async () => {
    await queueComment();
    await queueRequest(comment('So.'));
    const [first, second] = readRequests();
    expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey);
  });

  it('removed, it leaves only a draft that was typed since', async () => {
    const request = await queueComment();
    writeDraft(draftKey, 'And more');
    await removeRequest(request);
    await eventually(async () => expect(await stored()).toEqual([[draftKey, 'And more']]));
  });
});

describe('taken back', () => {
  it('is a draft again, and the same act when it is pressed again unchanged', async () => {
    api.cutOff('answerQuestion');
    await queueRequest(comment('So.'));
    await takeBack(await waiting());
    expect(readDraft(draftKey)).toBe('So.');
    expect(await store.list()).toEqual([]);
    await queueRequest(comment('So.'));
    await eventually(() => expect(keys()).toHaveLength(2));
    await takeBack(await waiting());
    await queueRequest(comment('So!'));
    await eventually(() => expect(keys()).toHaveLength(3));
    expect(keys()[1]).toBe(keys()[0]);
    expect(keys()[2]).not.toBe(keys()[0]);
  });

  it('removes the upload that its attempt began meanwhile', async () => {
    const request = aSubmission({ account, state: 'paused' });
    await store.add(request);
    await openOutbox('');
    await openOutbox(account);
    const shown = readRequests()[0]!;
    await store.change(request.id, { upload: { address: '/api/uploads/1', isWhole: false } });
    const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
    await takeBack(shown);
    expect(fetched.mock.calls).toMatchObject([['/api/uploads/1', { method: 'DELETE' }]]);
  });

  it('joins what has been typed since', async () => {
    api.cutOff('answerQuestion');
    await queueRequest(comment('So.'));
    writeDraft(draftKey, 'And more');
    await takeBack(await waiting());
    expect(readDraft(draftKey)).toBe('So.\n\nAnd more');
  });

  it('joins what this device has stored, also before that is read', async () => {
    const owner = `later ${account}`;
    const refused = aRequest({ account: owner, drafts: { [draftKey]: 'So.' }, state: 'refused' });
    await openRequestStore(owner).add({ ...refused, file: null });
    await set(draftKey, 'And more', createStore(`capstone drafts of ${owner}`, 'drafts'));
    await openOutbox(owner);
    await takeBack(readRequests()[0]!);
    await openDrafts(owner);
    expect(readDraft(draftKey)).toBe('So.\n\nAnd more');
  });

  it('stays a draft when drafts of queued requests are removed meanwhile', async () => {
    const refused = aRequest({ account, drafts: { [draftKey]: 'So.' }, state: 'refused' });
    await store.add({ ...refused, file: null });
    await openOutbox('');
    await openOutbox(account);
    const remove = vi.spyOn(outboxStore(), 'remove');
    remove.mockImplementationOnce(async (id) => {
      await tidyDrafts(account);
      return outboxStore().remove(id);
    });
    await takeBack(readRequests()[0]!);
    expect(readDraft(draftKey)).toBe('So.');
    expect(readRequests()).toEqual([]);
  });

  it('brings its file back', async () => {
    await withoutStorage();
    api.cutOff('uploadWeek');
    const { call, params, body, subject, label } = aSubmission({ account });
    const file = new File(['my work'], 'work.txt');
    await queueRequest({
      call,
      params,
      body,
      subject,
      label,
      drafts: { text: 'Done.' },
      file,
      fileDraft: 'file',
    });
    await takeBack(await waiting());
    expect(readDraft('text')).toBe('Done.');
    expect(readDraft('file')).toBeInstanceOf(File);
  });

  it('brings several files back that it had packed', async () => {
    await withoutStorage();
    api.cutOff('uploadWeek');
    const picked = ['a.jpg', 'b.jpg'].map((name) => new File([name], name));
    writeDraft('file', picked);
    await queueRequest({
      ...aSubmission({ account }),
      file: new File(['packed'], 'week-2.zip'),
      picked,
      fileDraft: 'file',
    });
    expect(readDraft('file'), 'they are queued').toBeUndefined();
    await takeBack(await waiting());
    expect(readDraft('file')).toEqual(picked);
  });
});

it('paused, it goes when its owner says so', async () => {
  api.cutOff('answerQuestion');
  await queueRequest(comment('So.'));
  await pauseRequest(await waiting());
  window.dispatchEvent(new Event('online'));
  expect(readRequests()).toMatchObject([{ state: 'paused', failure: null }]);
  expect(api.of('answerQuestion')).toHaveLength(1);
  api.reply('answerQuestion', discussionOf([question(7)]), 201);
  await resumeRequest(readRequests()[0]!);
  await eventually(() => expect(readRequests()).toMatchObject([{ state: 'done' }]));
});

it.each([
  ['paused', pauseRequest],
  ['taken back', takeBack],
  ['removed', removeRequest],
])('%s, it waits no more when its attempt stops, so that no other begins', async (_, end) => {
  api.cutOff('answerQuestion');
  await queueRequest(comment('So.'));
  const request = await waiting();
  const found: Promise<QueuedRequest[]>[] = [];
  const unlisten = listen(({ type }) => type === 'stop' && void found.push(store.list()));
  await end(request);
  unlisten();
  expect(found).toHaveLength(1);
  expect((await found[0]!).filter(({ state }) => state === 'waiting')).toEqual([]);
});

it.each([
  ['what a press that was cut off has left in drafts and outbox is no draft any more', 'Sent', undefined],
  ['another draft that repeats some of it stays whole', 'Typed since', 'So.'],
  ['another draft that repeats one text alone stays', '', 'So.'],
])('%s', async (_, other, left) => {
  const request = aRequest({
    account,
    drafts: { [draftKey]: 'So.', other: 'Sent', gone: '' },
    state: 'paused',
  });
  await store.add({ ...request, file: null });
  writeDraft(draftKey, 'So.');
  writeDraft('other', other);
  await openOutbox('');
  await openOutbox(account);
  await tidyDrafts(account);
  expect(readDraft(draftKey)).toBe(left);
  expect(readDraft('other')).toBe(left && (other || undefined));
});

describe('a submission of the same task', () => {
  const described = (week: '1' | '2', file: File | null = null): NewRequest => {
    const { call, params, body, label } = aSubmission({ account });
    const subject = `hand-in week-${week}`;
    return { call, params, body, subject, label, drafts: { comments: 'Done.' }, file, fileDraft: 'file' };
  };

  it.each([
    ['paused', 'goes: its edit takes its place', 1],
    ['refused', 'stays: no screen may have shown it', 2],
  ] as const)('that is %s %s', async (state, _, left) => {
    await store.add(aSubmission({ account, state }));
    await openOutbox('');
    await openOutbox(account);
    api.cutOff('uploadWeek');
    await queueRequest(described('2'));
    await eventually(() => expect(api.of('uploadWeek')).toHaveLength(1));
    expect(await store.list()).toHaveLength(left);
  });

  it.each(['1', '2'] as const)('alone keeps the upload of an equal file: week %s', async (week) => {
    await withoutStorage();
    const file = new File(['my work'], 'work.txt');
    const upload = { address: '/api/uploads/1', isWhole: true };
    api.keepWaiting('uploadWeek');
    await queueRequest(described('1', file));
    const [first] = readRequests();
    await outboxStore().change(first!.id, { upload, state: 'refused' });
    await takeBack({ ...first!, state: 'refused' });
    const add = vi.spyOn(outboxStore(), 'add');
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
    await queueRequest(described(week, file));
    expect(add.mock.calls[0]?.[0].upload).toEqual(week === '1' ? upload : null);
  });
});

it('shows each account its own, and removes all of one at a logout', async () => {
  api.cutOff('answerQuestion');
  await queueRequest(comment('So.'));
  await waiting();
  await openOutbox(`other ${account}`);
  expect(readRequests()).toEqual([]);
  await openOutbox(account);
  expect(readRequests()).toHaveLength(1);
  await removeRequests();
  expect(await store.list()).toEqual([]);
});
