import { expect, it } from 'vitest';
import { formAction } from '../forms/form-action.ts';
import { serverLoader } from './screen-loader.ts';

const page = { url: '/staff/people?q=a?b', method: 'GET', user: { second_factor: 'off', consent: 'given' } };
const visit = { context: { get: () => page }, params: {} } as never;

it('on the server a query has all after the first question mark, as in the browser', async () => {
  expect(await serverLoader((_, { search }) => search.get('q'))(visit)).toBe('a?b');
  expect(await formAction<string>(async (_, { search }) => search.get('q') ?? '')(visit)).toBe('a?b');
});

const signedOut = { status: 401, body: { message: 'Please log in', code: 'signed_out' } };
const ending = (answer: object, method = 'GET') =>
  ({
    context: {
      get: () => ({
        ...page,
        method,
        form: { text: 'Typed' },
        readForm: () => ({ text: 'Typed' }),
        call: () => answer,
      }),
    },
    params: {},
  }) as never;
const thrownBy = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (thrown: unknown) => thrown,
  );

it('a session that ends while its page is made leads to the login and back', async () => {
  const thrown = await thrownBy(serverLoader((call) => call('readSession'))(ending(signedOut)));
  expect(thrown).toBeInstanceOf(Response);
  const { status, headers } = thrown as Response;
  expect([status, headers.get('Location')]).toEqual([302, '/login?next=%2Fstaff%2Fpeople%3Fq%3Da%3Fb']);
  // A wrong password is no ended session.
  const wrong = { status: 401, body: { message: 'Wrong password.', code: 'failed' } };
  expect(await thrownBy(serverLoader((call) => call('readSession'))(ending(wrong)))).toMatchObject({
    data: { status: 401, message: 'Wrong password.' },
  });
});

it('a form whose session ends while it is sent shows what was typed', async () => {
  const act = formAction((call) => call('logOut') as never);
  expect(await thrownBy(act(ending(signedOut, 'POST')))).toMatchObject({
    init: { status: 401 },
    data: { values: { text: 'Typed' } },
  });
  const refused = { status: 400, body: { message: 'Too long.', code: 'failed' } };
  expect(await act(ending(refused, 'POST'))).toMatchObject({
    init: { status: 400 },
    data: { values: { text: 'Typed' } },
  });
});

it.each([
  ['/staff/vivas', null],
  ['/staff/vivas/asha%40example.test?x=1', null],
  ['/staff/vivas/', null],
  ['/Account', null],
  ['/staff', '/staff/vivas'],
  ['/staff/vivas/a/b', '/staff/vivas'],
  ['/staff/people/asha%40example.test', '/staff/vivas'],
  ['/StudentDashboard', '/staff/vivas'],
  ['/notices', '/staff/vivas'],
])('leads an examiner from %s to %s', async (url, to) => {
  const user = { ...page.user, role: 'mentor', examiner: true };
  const of = { context: { get: () => ({ ...page, url, user }) }, params: {} } as never;
  const thrown = await thrownBy(Promise.resolve(serverLoader(() => null)(of)));
  expect(thrown instanceof Response ? thrown.headers.get('Location') : thrown).toBe(to);
});
