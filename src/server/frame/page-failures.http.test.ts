import { once } from 'node:events';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { eventually } from '#support/eventually';
import { endpoints } from '#contract/wire/endpoints';
import type { PageRenderer, PageRequest, RenderedPage } from '#contract/page-rendering';
import { buildApp } from '#server/app';
import { buildQuestion, buildStudent } from '#support/factories';
import { recordLog } from '#support/record-log';
import { makeTestApp } from '#support/test-app';
import { webBuild } from '#support/web-build';
import type { AppContext } from '../platform/context.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import type { PageBudget, PageBuild } from './page-build.ts';

const page = (html: string, status = 200): RenderedPage => ({
  status,
  headers: new Headers(),
  html: Buffer.from(html),
});
const shell = 'the shell';

/** A build whose public pages are there, and whose other pages a test renders. */
const buildWith = (render: PageRenderer['render'], budget?: PageBudget): PageBuild => ({
  files: new Map(),
  publicStyles: '',
  worker: '',
  version: '',
  ...(budget && { budget }),
  loadRenderer: async () => ({
    render: async (request, maxBytes) => (request.user === null ? page('public') : render(request, maxBytes)),
    renderShell: async () => page(shell),
  }),
});

/** A portal, a student who is signed in, and what the log says of pages. */
async function withPages(pages: PageBuild) {
  const { lines, logger } = recordLog();
  const app = await makeTestApp({ app: { pages, logger } });
  const account = await buildStudent(app.context);
  return { ...app, lines, account, student: await app.as(account) };
}

/** What a metric says. */
const read = ({ metrics }: AppContext, name: string) =>
  metrics.find((metric) => metric.name === name)?.read();

/** The line that the log has for each page that is left to the browser. */
const failure = (route: string, message: unknown, failures: number) =>
  expect.objectContaining({ route, failures, err: expect.objectContaining({ message }) });

const failures: Record<string, { render: PageRenderer['render']; message: string }> = {
  'a page that cannot be rendered': {
    render: () => Promise.reject(new Error('It cannot be rendered')),
    message: 'It cannot be rendered',
  },
  'a renderer that throws at once': {
    render: () => {
      throw new Error('It cannot even begin');
    },
    message: 'It cannot even begin',
  },
  'a page of an error': {
    render: async ({ onError }) => {
      onError(new Error('A loader failed'));
      return page('Something went wrong', 500);
    },
    message: 'A loader failed',
  },
  'a page that says that it failed': {
    render: async () => page('Something went wrong', 503),
    message: 'A part of the page failed.',
  },
  'a page of which a part failed': {
    render: async ({ onError }) => {
      onError(new Error('A component failed'));
      return page('half a page');
    },
    message: 'A component failed',
  },
};

for (const [name, { render, message }] of Object.entries(failures)) {
  test(`${name} is left to the browser, and counted in the log`, async () => {
    const { student, lines } = await withPages(buildWith(render));
    for (const count of [1, 2]) {
      const { status, body, headers } = await student.get('/viva');
      expect([status, body, headers['cache-control']]).toEqual([200, shell, 'no-store']);
      expect(lines).toHaveLength(count);
      expect(lines.at(-1)).toEqual(failure('/viva', message, count));
    }
  });
}

test('a page that takes too long is left to the browser and told to stop; it holds no other page up', async () => {
  let hanging: PageRequest | undefined;
  const build = buildWith(
    async (request) => {
      if (request.url !== '/viva') return page('a quick page');
      hanging = request;
      return new Promise(() => {});
    },
    { ms: 1_000, bytes: 1e6 },
  );
  const { student, context, lines } = await withPages(build);
  let isAnswered = false;
  const slow = student.get('/viva').then((answer) => {
    isAnswered = true;
    return answer;
  });
  await expect.poll(() => hanging).toBeDefined();
  for (let n = 0; n < 5; n += 1) expect((await student.get('/account')).body).toBe('a quick page');
  expect(isAnswered).toBe(false);
  expect(hanging?.signal.aborted).toBe(false);
  expect((await slow).body).toBe(shell);
  expect(hanging?.signal.aborted).toBe(true);
  expect(lines).toEqual([failure('/viva', 'The page took longer than 1000 ms.', 1)]);
  expect(read(context, 'capstone_page_shells_total')).toEqual([{ labels: { reason: 'slow' }, value: 1 }]);
  expect(read(context, 'capstone_pages_rendered_total')).toBe(5);
  expect((await student.get('/account')).body).toBe('a quick page');
});

test('a page that is longer than it may be is left to the browser', async () => {
  const build = { ...webBuild(), budget: { ms: 5_000, bytes: 32_000 } };
  const { student, account, context, lines } = await withPages(build);
  const batch = await context.database.reader
    .selectFrom('batches')
    .select(['id', 'name'])
    .executeTakeFirstOrThrow();
  const question = (text: string) =>
    buildQuestion(context, { author_id: account.id, batch_id: batch.id, text });
  const url = `/discussion/${batch.name}`;
  await question('Short enough?');
  expect((await student.get(url)).body).toContain('Short enough?');
  expect(lines).toEqual([]);
  for (let n = 0; n < 10; n += 1) await question('Long? '.repeat(1_000));
  const { status, body } = await student.get(url);
  expect(status).toBe(200);
  expect(body).not.toContain('Long?');
  expect(body).toContain('"isSpaMode":true');
  expect(lines).toEqual([failure('/discussion/:batch', 'The page is longer than 32000 bytes.', 1)]);
  expect(read(context, 'capstone_page_shells_total')).toEqual([{ labels: { reason: 'large' }, value: 1 }]);
});

test.each(['readStudentCourse', 'readSelection'] as const)(
  'a call that fails on the server is left to the browser, which tries it again: %s',
  async (name) => {
    const { app, student, account, lines } = await withPages(webBuild());
    for (const error of [httpErrors.busy('Busy', 2), new Error('A bug')]) {
      app.inProcessCalls.set(endpoints[name], async () => {
        throw error;
      });
      const { status, body } = await student.get('/StudentDashboard');
      expect([status, body.includes('"isSpaMode":true')], error.message).toEqual([200, true]);
      expect(body).not.toContain(account.name);
    }
    expect(lines.filter(({ failures }) => failures !== undefined)).toHaveLength(2);
  },
);

test('a call that is refused is shown as refused', async () => {
  const { app, student, account, lines } = await withPages(webBuild());
  app.inProcessCalls.set(endpoints.readStudentCourse, async () => {
    throw httpErrors.forbidden('Not for you');
  });
  const { status, body } = await student.get('/StudentDashboard');
  expect(status).toBe(403);
  expect(body).toContain('Not for you');
  expect(lines).toMatchObject([
    { msg: 'security', event: 'forbidden', account: account.id, route: '/StudentDashboard' },
  ]);
});

test('while nobody can tell who is signed in, pages are left to the browser; later they are rendered again', async () => {
  const { context, student, lines } = await withPages(buildWith(async () => page('own page')));
  const rename = (from: string, to: string) =>
    context.database.transaction((writer) =>
      sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(writer),
    );
  await rename('sessions', 'sessions_elsewhere');
  const { status, body } = await student.get('/viva');
  expect([status, body]).toEqual([200, shell]);
  expect(lines.filter(({ failures }) => failures === 1)).toHaveLength(1);
  expect((await student.get('/login')).body).toBe('public');
  await rename('sessions_elsewhere', 'sessions');
  expect((await student.get('/viva')).body).toBe('own page');
});

test('a form that is posted meanwhile is told so, with the way back to what was typed', async () => {
  const { app, context, cookieOf, account } = await withPages(
    buildWith(() => Promise.reject(new Error('It <b>cannot</b> be rendered'))),
  );
  const cookie = await cookieOf(account);
  const post = () =>
    app.inject({
      method: 'POST',
      url: '/discussion/Any',
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'question=Why',
    });
  const broken = await post();
  expect([broken.statusCode, broken.headers['cache-control']]).toEqual([500, 'no-store']);
  expect(broken.body).toContain('your text is still there');
  expect(broken.body).toContain(`this code: ${String(broken.headers['x-request-id'])}`);
  expect(broken.body).not.toContain('rendered');
  vi.spyOn(context.database.reader, 'executeQuery').mockRejectedValue(
    Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }),
  );
  const refused = await post();
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([503, true]);
  expect(refused.body).toContain('The portal is busy.');
});

/** The server listens, and the address of a page. */
async function listen(app: Awaited<ReturnType<typeof buildApp>>) {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

test('a server that closes renders pages whole: their readers might reach nobody for the rest', async () => {
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const { context, cookieOf, account } = await withPages(webBuild());
  const server = await buildApp(context, { pages: webBuild() });
  const readStudentCourse = server.inProcessCalls.get(endpoints.readStudentCourse)!;
  server.inProcessCalls.set(endpoints.readStudentCourse, async (call) => {
    begun.resolve();
    await goOn.promise;
    return readStudentCourse(call);
  });
  const url = `${await listen(server)}/StudentDashboard`;
  const answer = fetch(url, { headers: { cookie: await cookieOf(account) } });
  await begun.promise;
  const closed = server.close();
  await eventually(() => expect(server.server.listening).toBe(false));
  goOn.resolve();
  const { status, headers } = await answer;
  expect([status, headers.get('connection')]).toEqual([200, 'close']);
  expect(await (await answer).text()).toContain(account.name);
  await closed;
});

test('a page whose reader has left is told to stop, and is no failure', async () => {
  const begun = Promise.withResolvers<PageRequest>();
  const stopped = Promise.withResolvers<void>();
  const build = buildWith(async (request) => {
    begun.resolve(request);
    await once(request.signal, 'abort');
    stopped.resolve();
    throw request.signal.reason;
  });
  const { app, cookieOf, account, lines } = await withPages(build);
  const request = get(`${await listen(app)}/viva`, { headers: { cookie: await cookieOf(account) } });
  request.on('error', () => {});
  await begun.promise;
  request.destroy();
  await stopped.promise;
  await app.close();
  expect(lines).toEqual([]);
});
