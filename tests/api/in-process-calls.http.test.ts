import { expect, test } from 'vitest';
import { z } from 'zod';
import { callAddress } from '#web/lib/calls/call-address';
import { endpoints, type EndpointName } from '#contract/wire/endpoints';
import type { CallAnswer, CallInput, PageRequest } from '#contract/page-rendering';
import { makeFixture, roles, table, type Fixture, type Role } from '#support/access-table';
import type { PageBuild } from '#server/frame/page-build';

/** The calls that a page makes inside the process have the rules of the calls over HTTP: what both answer is compared. */

const answerOf = (page: PageRequest) => {
  const { name, ...input } = JSON.parse(page.form?.['call'] ?? '{}') as CallInput & { name: EndpointName };
  return page.call(name, input);
};
/** Pages that show nothing but the answer of a call that the test names. */
const pages: PageBuild = {
  files: new Map(),
  publicStyles: '',
  worker: '',
  version: '',
  loadRenderer: async () => {
    const render = async (page: PageRequest) => ({
      status: 200,
      headers: new Headers(),
      html: Buffer.from(page.form === null ? '' : JSON.stringify(await answerOf(page))),
    });
    return { render, renderShell: render };
  },
};

async function inProcess(
  { clients }: Fixture,
  role: Role,
  name: EndpointName,
  input: CallInput,
): Promise<CallAnswer> {
  const { body } = await clients[role].send({
    method: 'POST',
    url: '/verify',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ call: JSON.stringify({ name, ...input }) }).toString(),
  });
  return JSON.parse(body) as CallAnswer;
}

async function overHttp(
  { clients }: Fixture,
  role: Role,
  name: EndpointName,
  { params = {}, query = {}, body, idempotencyKey }: CallInput,
): Promise<CallAnswer> {
  const { method, path } = endpoints[name];
  const { status, body: answer } = await clients[role].send({
    method: method as 'GET',
    url: callAddress(path, params, query),
    ...(body !== undefined && { payload: body as object }),
    ...(idempotencyKey !== undefined && { headers: { 'idempotency-key': idempotencyKey } }),
  });
  return { status, body: answer === '' ? undefined : answer };
}

/** An answer but for the id of its request, which each request has of its own. */
const withoutId = ({ status, body }: CallAnswer): CallAnswer =>
  status < 400 ? { status, body } : { status, body: { ...(body as object), request_id: '' } };

/** All reads that a page could make, those of today's screens among them. */
const reads = (Object.keys(endpoints) as EndpointName[]).filter((name) => {
  const { method, answers } = endpoints[name];
  return method === 'GET' && (answers as Record<number, unknown>)[200] instanceof z.ZodType;
});

test('each read answers each role inside the process as over HTTP', async () => {
  const fixture = await makeFixture({ app: { pages } });
  expect(reads.length).toBeGreaterThan(50);
  for (const name of reads) {
    const statuses = {} as Record<Role, number>;
    for (const role of roles) {
      const { params, query } = table[name].call(fixture, role);
      const answer = await inProcess(fixture, role, name, { params, query });
      const http = await overHttp(fixture, role, name, { params, query });
      expect.soft(withoutId(answer), `${name}, ${role}`).toEqual(withoutId(http));
      statuses[role] = answer.status;
    }
    expect.soft(statuses, name).toEqual(table[name].expected);
  }
});

/** Input that the contract refuses, or changes: by a name, the call and what it is made with. */
const inputs: Record<string, (fixture: Fixture) => [EndpointName, CallInput]> = {
  'a NUL character in the address': ({ emails }) => [
    'readTimeline',
    { params: { s_id: `${emails.student}\0` } },
  ],
  'a NUL character in the query': ({ emails }) => [
    'readDiscussion',
    { params: { s_id: emails.student }, query: { before: '1\0' } },
  ],
  'a NUL character in the body': ({ emails }) => [
    'askQuestion',
    { params: { s_id: emails.student }, body: { question: 'Why\0?' } },
  ],
  'a limit out of bounds': ({ emails }) => [
    'listSubmissions',
    { params: { s_id: emails.student }, query: { limit: 1_000 } },
  ],
  'a field of the wrong type': ({ emails }) => [
    'askQuestion',
    { params: { s_id: emails.student }, body: { question: ['Why?'] } },
  ],
  'a body that is no object': ({ emails }) => ['selectProject', { body: [emails.student] }],
  'a field that is missing': () => ['forgotPassword', { body: {} }],
  'somebody else’s account in the body': ({ emails, project }) => [
    'selectProject',
    { body: { sp_id: emails.classmate, p_id: project } },
  ],
  'an Idempotency-Key that is too long': ({ emails }) => [
    'askQuestion',
    { params: { s_id: emails.student }, body: { question: 'Why?' }, idempotencyKey: 'k'.repeat(1_000) },
  ],
  'an unknown receipt': () => ['readReceipt', { params: { number: 'unknown' } }],
  'a parameter with a slash and a quote': () => ['listAvailableProjects', { params: { course: `../a'"` } }],
};

test.each(Object.entries(inputs))('what the contract refuses is refused alike: %s', async (_, inputOf) => {
  const fixture = await makeFixture({ app: { pages } });
  const [call, input] = inputOf(fixture);
  const answer = await inProcess(fixture, 'student', call, input);
  expect(withoutId(answer)).toEqual(withoutId(await overHttp(fixture, 'student', call, input)));
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(answer.body).toEqual({
    message: expect.any(String),
    code: expect.any(String),
    request_id: expect.stringMatching(/^[0-9a-f]{8}-/),
  });
});

test('text is trimmed, and fields that the contract does not name are left out, on the way in and out', async () => {
  const fixture = await makeFixture({ app: { pages } });
  const { emails } = fixture;
  const input = {
    params: { s_id: emails.student },
    body: { question: '  Why?\n', views: 99, author_id: 1, createdAt: '2020-01-01T00:00:00.000Z' },
  };
  const { status, body } = await inProcess(fixture, 'student', 'askQuestion', input);
  expect(status).toBe(201);
  const [mine] = (body as { questions: Record<string, unknown>[] }).questions.slice(-1);
  expect(mine).toMatchObject({ question: 'Why?', views: 0, createdAt: '2026-11-21T09:00:00.000Z' });
  const http = await overHttp(fixture, 'student', 'askQuestion', input);
  const [other] = (http.body as { questions: Record<string, unknown>[] }).questions.slice(-1);
  expect({ ...other, _id: '' }).toEqual({ ...mine, _id: '' });
});
