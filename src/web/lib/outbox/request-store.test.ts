import { IDBObjectStore } from 'fake-indexeddb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { accountWithStorage, aSubmission, aRequest } from '#support/outbox-fixtures';
import { accountsWithRequests, openRequestStore } from './request-store.ts';

it('keeps acts in the order of their ids, and each account its own', async () => {
  const account = accountWithStorage();
  const store = openRequestStore(account);
  const [first, second] = [aRequest({ account }), aRequest({ account })];
  expect(await store.add({ ...second, file: null })).toBe(true);
  await store.add({ ...first, file: null });
  expect(await store.list()).toEqual([first, second]);
  expect(await openRequestStore(`other ${account}`).list()).toEqual([]);
  expect(await accountsWithRequests()).toContain(account);
});

it('keeps a file beside its act, and removes both', async () => {
  const account = accountWithStorage();
  const store = openRequestStore(account);
  const request = aSubmission({ account, file: new File(['my work'], 'work.txt', { type: 'text/plain' }) });
  await store.add(request);
  expect(await store.list()).toHaveLength(1);
  const file = await store.readFile(request.id);
  expect([file?.name, await file?.text()]).toEqual(['work.txt', 'my work']);
  expect(await store.change(request.id, { tries: 1 })).toMatchObject({ id: request.id, tries: 1 });
  expect(await store.readFile(request.id)).not.toBeNull();
  expect(await store.remove(request.id)).toBe(true);
  expect(await store.remove(request.id)).toBe(false);
  expect(await store.readFile(request.id)).toBeNull();
  expect(await store.list()).toEqual([]);
});

it('keeps what was packed until it is sent', async () => {
  const account = accountWithStorage();
  const store = openRequestStore(account);
  const names = async (id: string) => (await store.readPicked(id)).map(({ name }) => name);
  const file = new File(['packed'], 'week-2.zip');
  const picked = [new File(['a'], 'a.jpg'), new File(['b'], 'b.jpg')];
  const [sent, removed, one] = [
    aSubmission({ account, file, picked }),
    aSubmission({ account, file, picked }),
    aSubmission({ account, file }),
  ];
  for (const request of [sent, removed, one]) {
    const added = store.add(request);
    expect(await names(request.id)).toHaveLength(request === one ? 1 : 2);
    await added;
  }
  expect(await store.list()).toHaveLength(3);
  expect(await names(sent.id)).toEqual(['a.jpg', 'b.jpg']);
  expect(await names(one.id)).toEqual(['week-2.zip']);
  await store.change(sent.id, { state: 'done' });
  await store.remove(removed.id);
  expect([await names(sent.id), await names(removed.id)]).toEqual([[], []]);
});

it('has a file from the moment at which its act is shown, before both are written', async () => {
  const account = accountWithStorage();
  const store = openRequestStore(account);
  const request = aSubmission({ account, file: new File(['my work'], 'work.txt') });
  const added = store.add(request);
  expect((await store.readFile(request.id))?.name).toBe('work.txt');
  await added;
  expect((await store.readFile(request.id))?.name).toBe('work.txt');
});

it('does not bring back what was removed meanwhile', async () => {
  const account = accountWithStorage();
  const store = openRequestStore(account);
  const request = aRequest({ account });
  await store.add({ ...request, file: null });
  await store.remove(request.id);
  expect(await store.change(request.id, { tries: 1 })).toBeNull();
  expect(await store.list()).toEqual([]);
});

it('without storage they live as long as the page, and it says so', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const store = openRequestStore('nowhere@example.test');
  const request = aSubmission({ account: 'nowhere@example.test', file: new File(['x'], 'x.txt') });
  expect(await store.add(request)).toBe(false);
  expect(await store.list()).toMatchObject([{ id: request.id }]);
  expect((await store.readFile(request.id))?.name).toBe('x.txt');
  expect(await store.change(request.id, { tries: 1 })).toMatchObject({ tries: 1 });
  expect(await accountsWithRequests()).toContain('nowhere@example.test');
  expect(await store.remove(request.id)).toBe(true);
  vi.unstubAllGlobals();
});

describe('a device whose storage', () => {
  const hanging = () => ({ addEventListener: () => undefined });
  /** Of its own: what has once been asked of a device that hangs is not asked again. */
  const freshStore = () => {
    vi.resetModules();
    return import('./request-store.ts');
  };

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it.each([
    ['hangs', { open: hanging }],
    [
      'throws',
      {
        open: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      },
    ],
  ])('%s has the page keep what is pressed, after two seconds at most', async (what, storage) => {
    const { accountsWithRequests, isUnkept, openRequestStore } = await freshStore();
    vi.useFakeTimers();
    vi.stubGlobal('indexedDB', storage);
    const account = `${what}@example.test`;
    const store = openRequestStore(account);
    const request = aSubmission({ account, file: new File(['x'], 'x.txt') });
    const added = store.add(request);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await added).toBe(false);
    expect(isUnkept(request.id)).toBe(true);
    expect((await store.readFile(request.id))?.name).toBe('x.txt');
    // It is not asked again at each press.
    const again = aSubmission({ account });
    const second = store.add(again);
    await vi.advanceTimersByTimeAsync(0);
    expect(await second).toBe(false);
    expect(await store.readFile(again.id)).toBeNull();
    const listed = store.list();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await listed).toMatchObject([{ id: request.id }, { id: again.id }]);
    const accounts = accountsWithRequests();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await accounts).toContain(account);
    expect(await store.change(request.id, { tries: 1 })).toMatchObject({ tries: 1 });
    expect(await store.remove(request.id)).toBe(true);
  });

  /** @returns opens the databases */
  function openLate(): () => void {
    const real = indexedDB;
    const late = Promise.withResolvers<void>();
    vi.stubGlobal('indexedDB', {
      open: (name: string) => {
        const request = real.open(name) as IDBOpenDBRequest & { onsuccess: unknown };
        return new Proxy(request, {
          get: (target, key) => Reflect.get(target, key, target) as unknown,
          set: (target, key, value) => {
            const wait = (event: Event) => void late.promise.then(() => (value as (e: Event) => void)(event));
            return Reflect.set(target, key, key === 'onsuccess' ? wait : value, target);
          },
        });
      },
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    return () => {
      vi.useRealTimers();
      late.resolve();
    };
  }

  it('keeps what was written too late, as it is by then', async () => {
    const { isUnkept, openRequestStore } = await freshStore();
    const account = accountWithStorage();
    const open = openLate();
    const store = openRequestStore(account);
    const request = aRequest({ account });
    const added = store.add({ ...request, file: null });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await added).toBe(false);
    await store.change(request.id, { tries: 3 });
    open();
    await expect.poll(() => isUnkept(request.id)).toBe(false);
    expect(await store.list()).toMatchObject([{ id: request.id, tries: 3 }]);
  });

  it('opens late has the page show what it held', async () => {
    const account = accountWithStorage();
    const request = aRequest({ account, state: 'paused' });
    await openRequestStore(account).add({ ...request, file: null });
    await freshStore();
    const { closeOutbox, openOutbox, readRequests, refreshRequests } = await import('./outbox.ts');
    const open = openLate();
    const opened = openOutbox(account);
    await vi.advanceTimersByTimeAsync(4_000);
    await opened;
    expect(readRequests()).toEqual([]);
    open();
    await expect.poll(readRequests).toMatchObject([{ id: request.id }]);
    vi.spyOn(IDBObjectStore.prototype, 'openCursor').mockImplementation(() => {
      throw new DOMException('The database is closing.', 'InvalidStateError');
    });
    vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
      throw new DOMException('The database is closing.', 'InvalidStateError');
    });
    await refreshRequests();
    expect(readRequests(), 'it cannot be read again').toMatchObject([{ id: request.id }]);
    closeOutbox();
  });
});
