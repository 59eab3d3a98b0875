import type { AccessScope } from '#contract/accounts/access-scopes';
import { isoInstant } from '#contract/dates';
import { dayMs } from '#contract/durations';
import { makeClient, type Client, type TestApp } from './test-app.ts';

/** Creates an access token on the holder's own screen. @returns its secret */
export async function createToken(
  app: Pick<TestApp, 'as' | 'clock'>,
  holder: { id: number },
  scopes: readonly AccessScope[],
  more: { batch?: string; name?: string } = {},
): Promise<string> {
  const ends_on = isoInstant(app.clock.now() + 30 * dayMs).slice(0, 10);
  const body = { name: 'A program', scopes, ends_on, ...more };
  const answer = await (await app.as(holder)).post('/api/account/tokens', body);
  if (answer.status !== 201) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body.secret as string;
}

/** Sends every request with this `Authorization`. */
export function withAuthorization({ app }: Pick<TestApp, 'app'>, authorization: string): Client {
  const client = makeClient(app, {});
  const headers = { authorization };
  const send: Client['send'] = (options) =>
    client.send({ ...options, headers: { ...headers, ...options.headers } });
  return {
    send,
    get: (url, more) => client.get(url, { ...headers, ...more }),
    post: (url, body, more) => client.post(url, body, { ...headers, ...more }),
    put: (url, body, more) => client.put(url, body, { ...headers, ...more }),
    delete: (url, more, body) => client.delete(url, { ...headers, ...more }, body),
    form: (url, parts, more) => client.form(url, parts, { ...headers, ...more }),
  };
}

export const withToken = (app: Pick<TestApp, 'app'>, token: string): Client =>
  withAuthorization(app, `Bearer ${token}`);
