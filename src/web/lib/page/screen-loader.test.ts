import { expect, it } from 'vitest';
import { formAction } from '../forms/form-action.ts';
import { serverLoader } from './screen-loader.ts';

const page = { url: '/staff/people?q=a?b', method: 'GET', user: { second_factor: 'off', consent: 'given' } };
const visit = { context: { get: () => page }, params: {} } as never;

it('on the server a query has all after the first question mark, as in the browser', async () => {
  expect(await serverLoader((_, { search }) => search.get('q'))(visit)).toBe('a?b');
  expect(await formAction<string>(async (_, { search }) => search.get('q') ?? '')(visit)).toBe('a?b');
});
