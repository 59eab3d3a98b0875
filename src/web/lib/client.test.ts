import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const address = '/api/students/timeline/a%40b.c';
const options = { params: { s_id: 'a@b.c' } };

/** The client on a page with one embedded answer. */
async function clientWith(status: number, body: unknown) {
  vi.doMock('./initial-data.ts', () => ({ initialData: { answers: { [address]: { status, body } } } }));
  return import('./client.ts');
}
const answer = (status: number, body: unknown) =>
  new Response(body === undefined ? null : JSON.stringify(body), { status });

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('fetch', vi.fn());
});
afterEach(() => vi.unstubAllGlobals());

it('uses an embedded answer once, then fetches', async () => {
  const { call } = await clientWith(200, { now: 'then' });
  expect(await call('readTimeline', options)).toEqual({ now: 'then' });
  expect(fetch).not.toHaveBeenCalled();
  vi.mocked(fetch).mockResolvedValue(answer(200, { now: 'later' }));
  expect(await call('readTimeline', options)).toEqual({ now: 'later' });
  expect(fetch).toHaveBeenCalledWith(address, expect.objectContaining({ method: 'GET' }));
});

it('drops embedded answers after a mutation', async () => {
  const { call } = await clientWith(200, { now: 'then' });
  vi.mocked(fetch)
    .mockResolvedValueOnce(answer(204, undefined))
    .mockResolvedValueOnce(answer(200, { now: 'later' }));
  expect(await call('logOut')).toBeUndefined();
  expect(await call('readTimeline', options)).toEqual({ now: 'later' });
});

it('throws error answers with status, code and message, embedded ones too', async () => {
  const refusal = { message: 'Not yours.', code: 'forbidden' };
  const { call } = await clientWith(403, refusal);
  await expect(call('readTimeline', options)).rejects.toMatchObject({
    name: 'CallError',
    status: 403,
    ...refusal,
  });
  vi.mocked(fetch).mockResolvedValue(new Response('<html>', { status: 502 }));
  await expect(call('readTimeline', options)).rejects.toMatchObject({ status: 502, code: 'unreadable' });
});

it('reports a failed network as offline', async () => {
  const { call } = await clientWith(200, {});
  vi.mocked(fetch).mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(call('readSession')).rejects.toMatchObject({ status: 0, code: 'offline' });
});

it('reauthenticates for user actions, not for background calls', async () => {
  const reauthenticate = vi.fn(async () => false);
  vi.doMock('./reauth-prompt.ts', () => ({ reauthenticate }));
  const { call } = await clientWith(200, {});
  const ended = () => answer(401, { message: 'Please log in.', code: 'signed_out' });
  vi.mocked(fetch).mockImplementation(async () => ended());
  const about = { params: { s_id: 'a@b.c', id: '1' } };
  await expect(call('viewQuestion', { ...about, isBackground: true })).rejects.toMatchObject({ status: 401 });
  expect(reauthenticate).not.toHaveBeenCalled();
  await expect(call('favoriteQuestion', about)).rejects.toMatchObject({ status: 401 });
  expect(reauthenticate).toHaveBeenCalledOnce();
  vi.doUnmock('./reauth-prompt.ts');
});
