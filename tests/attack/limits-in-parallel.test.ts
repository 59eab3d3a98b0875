import { expect, test } from 'vitest';
import { limits } from '#contract/limits';
import { beginLoginAttempt } from '#server/accounts/login/login-limits';
import { beginAttempts, type Counted, type RateLimitKind } from '#server/accounts/rate-limits';
import { hashToken } from '#server/accounts/random-token';
import { finishLogin } from '#server/accounts/login/finish-login';
import type { Settings } from '#server/platform/settings/settings';
import { attach } from '#support/attachments';
import { cheapPasswords } from '#support/cheap-passwords';
import {
  buildAdministrator,
  buildBatch,
  buildImportedPerson,
  buildMentor,
  buildQuestion,
  buildStudent,
} from '#support/factories';
import { addApp, makeFactorPortal } from '#support/factor-fixture';
import { networkNumber } from '#support/log-in-from';
import { comments, file, makeStudentFixture, week } from '#support/student-fixture';
import type { Client, TestApp } from '#support/test-app';
import { begin } from '#support/tus';

/** What somebody gains who sends at once what a limit would refuse one after the other. */

const megabyte = 1024 * 1024;
const atOnce = 8;
const all = 14;

async function makePortal(settings: Partial<Settings> = {}) {
  const portal = await makeStudentFixture(8, {
    settings: { smtpUrl: 'smtp://127.0.0.1:9', requestsPerSecond: 0, ...settings } as Partial<Settings>,
  });
  const email = encodeURIComponent(portal.student.email);
  const forum = `/api/discussion/discussion/${email}/question`;
  return { ...portal, email, forum };
}
type Portal = Awaited<ReturnType<typeof makePortal>>;

/** Attempts of before. */
async function hadAttempts(
  { context, clock }: Pick<TestApp, 'context' | 'clock'>,
  count: number,
  { kind, subject, source }: Counted,
): Promise<void> {
  const row = { kind: kind.replace('-everywhere', '-account'), subject, source: source ?? null };
  const rows = Array.from({ length: count }, () => ({ ...row, at: clock.now() }));
  if (rows.length > 0)
    await context.database.transaction((writer) =>
      writer.insertInto('rate_limit_hits').values(rows).execute(),
    );
}

type Row = {
  settings?: Partial<Settings>;
  /** How many of those at once may be let through. */
  most: number;
  /** What makes the n-th of them; at once, and each lets through or not. */
  prepare(portal: Portal): Promise<(n: number) => Promise<boolean>>;
};

/** By a function of the portal, which throws. */
const throughOf = (run: Promise<unknown>): Promise<boolean> =>
  run.then(
    () => true,
    () => false,
  );

/** @param refused the status of the limit. A busy machine may answer 503, which lets nothing through either. */
const sends =
  (send: (n: number) => Promise<{ status: number; body?: unknown }>, expected: number, refused = 429) =>
  async (n: number) => {
    const { status } = await send(n);
    expect([expected, refused, 503]).toContain(status);
    return status === expected;
  };

const from = networkNumber(1);
const guess = (kind: RateLimitKind, most: number, of: Omit<Counted, 'kind'>, device: string | null): Row => ({
  most: 3,
  async prepare(portal) {
    await hadAttempts(portal, most - 3, { kind, ...of });
    const what = kind.startsWith('code') ? 'code' : 'login';
    return (n) =>
      throughOf(
        beginLoginAttempt(portal.context, {
          email: kind === 'login-address' ? `${n}@example.test` : 'a@example.test',
          network: kind.endsWith('everywhere') ? networkNumber(n + 2) : from,
          device,
          what,
        }),
      );
  },
});
const asha = { subject: 'a@example.test' };

const refusedFiles: Row = {
  most: 3,
  async prepare(portal) {
    const { client, student } = portal;
    const subject = String(student.id);
    await hadAttempts(portal, limits.attachmentsADay - 3, { kind: 'attachment-refused', subject });
    const bytes = Buffer.from([0, 159, 146, 150, 0, 1]);
    return sends(() => attach(client, student.email, { name: 'x.bin', bytes }), 415);
  },
};

/** Of one network for anybody, or for one person of the list. */
const wrongCodes = (counted: Counted, had: number): Row => ({
  most: 3,
  async prepare(portal) {
    await buildImportedPerson(portal.context, { email: asha.subject });
    await hadAttempts(portal, had, counted);
    return sends(
      (n) =>
        portal.nobody.send({
          method: 'POST',
          url: '/api/auth/invitation/code',
          remoteAddress: from,
          payload: {
            code: '22222-22222',
            contact: counted.kind === 'invitation-contact' ? asha.subject : `nobody${n}@example.test`,
          },
        }),
      400,
    );
  },
});

/** All that refuse: wrong codes of a batch are counted for the office alone. */
const attempts: Record<Exclude<RateLimitKind, 'invitation-batch'>, Row> = {
  'login-account': guess('login-account', 10, { ...asha, source: from }, null),
  'login-device': guess('login-device', 10, { ...asha, source: 'device' }, 'device'),
  'login-everywhere': guess('login-everywhere', 200, { ...asha, source: 'others' }, null),
  'login-address': guess('login-address', 100, { subject: from }, null),
  'code-account': guess('code-account', 5, { ...asha, source: from }, null),
  'code-device': guess('code-device', 5, { ...asha, source: 'device' }, 'device'),
  'code-everywhere': guess('code-everywhere', 50, { ...asha, source: 'others' }, null),
  'forgot-account': {
    most: 3,
    prepare: async ({ nobody, student }) =>
      sends(() => nobody.post('/api/auth/forgot', { email: student.email }), 200),
  },
  // More are answered alike, and send no link.
  'forgot-link': {
    most: 3,
    async prepare(portal) {
      const { nobody, student } = portal;
      await hadAttempts(portal, 3, { kind: 'forgot-link', subject: student.email });
      const links = async () =>
        (
          await portal.context.database.reader
            .selectFrom('rate_limit_hits')
            .where('kind', '=', 'forgot-link')
            .select('id')
            .execute()
        ).length - 3;
      let told = 0;
      return async (n) => {
        const payload = { email: student.email };
        const remoteAddress = networkNumber(n + 10);
        await nobody.send({ method: 'POST', url: '/api/auth/forgot', remoteAddress, payload });
        return (await links()) > told && (told += 1) > 0;
      };
    },
  },
  'forgot-address': {
    most: 3,
    async prepare(portal) {
      await hadAttempts(portal, 57, { kind: 'forgot-address', subject: from });
      return sends(
        (n) =>
          portal.nobody.send({
            method: 'POST',
            url: '/api/auth/forgot',
            remoteAddress: from,
            payload: { email: `${n}@example.test` },
          }),
        200,
      );
    },
  },
  'password-account': {
    most: 3,
    async prepare(portal) {
      const { context, student, client } = portal;
      const password_hash = await cheapPasswords.hash('right1');
      await context.database.transaction((writer) =>
        writer.updateTable('accounts').set({ password_hash }).where('id', '=', student.id).execute(),
      );
      await hadAttempts(portal, 7, { kind: 'password-account', subject: String(student.id) });
      const payload = { current_password: 'wrong1', password: 'another1' };
      return sends(() => client.send({ method: 'PUT', url: '/api/account/password', payload }), 400);
    },
  },
  'confirm-account': {
    most: 3,
    async prepare({ context, student, client }) {
      await context.database.transaction((writer) =>
        writer.updateTable('accounts').set({ confirmed_at: null }).where('id', '=', student.id).execute(),
      );
      return sends(() => client.post('/api/auth/confirmation'), 200);
    },
  },
  'academy-address': {
    most: 3,
    async prepare(portal) {
      const counted: Counted = { kind: 'academy-address', subject: from };
      await hadAttempts(portal, 57, counted);
      return () => throughOf(beginAttempts(portal.context, [counted]));
    },
  },
  'attachment-refused': refusedFiles,
  'attachment-pending': refusedFiles,
  'mail-test': {
    most: 3,
    async prepare(portal) {
      const administrator = await buildAdministrator(portal.context);
      await hadAttempts(portal, 7, { kind: 'mail-test', subject: String(administrator.id) });
      const client = await portal.as(administrator);
      return sends(() => client.post('/api/staff/mail-words/reset/test', { subject: 'Hi', body: 'Hi' }), 200);
    },
  },
  'invitation-address': wrongCodes({ kind: 'invitation-address', subject: from }, 97),
  'invitation-contact': wrongCodes(
    { kind: 'invitation-contact', subject: hashToken(asha.subject), source: from },
    7,
  ),
  'signup-address': {
    most: 3,
    async prepare(portal) {
      const { nobody } = portal;
      const { name: batch } = await buildBatch(portal.context);
      await hadAttempts(portal, 297, { kind: 'signup-address', subject: from });
      return sends(
        (n) =>
          nobody.send({
            method: 'POST',
            url: '/api/auth/signup',
            remoteAddress: from,
            payload: {
              name: 'A',
              email: `${n}@example.test`,
              password: 'secret1',
              phone: '9876543210',
              batch,
            },
          }),
        201,
      );
    },
  },
};

const ofPosts = { forumPostsPerHour: 3 };
const others: Record<string, Row> = {
  'submissions of a day': {
    settings: { submissionsADay: 3 },
    most: 3,
    prepare: async ({ client, url }) =>
      sends(() => client.form(url('uploadWeek'), [week('1'), comments('x')]), 201),
  },
  'bytes of submissions of a day': {
    settings: { submissionBytesADay: 3 * megabyte },
    most: 3,
    prepare: async ({ client, url }) =>
      sends((n) => client.form(url('uploadWeek'), [week('1'), file(Buffer.alloc(megabyte, n + 1))]), 201),
  },
  'bytes of unfinished uploads': {
    settings: { submissionBytesADay: 3 * megabyte },
    most: 3,
    prepare: async ({ client }) => sends(() => begin(client, { length: megabyte }), 201),
  },
  'attachments of a day': {
    most: 3,
    async prepare({ context, clock, client, student }) {
      const now = clock.now();
      const row = { batch_id: student.batch_id as number, account_id: student.id, name: 'x' };
      const rows = Array.from({ length: limits.attachmentsADay - 3 }, (_, n) => ({
        ...row,
        code: `code-${n}`,
        type: 'text/plain' as const,
        bytes: 1,
        sha256: 'a'.repeat(64),
        created_at: now,
        unused_since: now,
        erased_at: null,
        private_to: null,
      }));
      await context.database.transaction((writer) => writer.insertInto('attachments').values(rows).execute());
      return sends((n) => attach(client, student.email, { bytes: `line ${n}` }), 201);
    },
  },
  'posts of an hour': {
    settings: ofPosts,
    most: 3,
    prepare: async ({ client, forum }) => sends((n) => client.post(forum, { question: `Why ${n}?` }), 201),
  },
  'edits of an hour': {
    settings: ofPosts,
    most: 3,
    async prepare({ client, forum, context, student }) {
      const of = { batch_id: student.batch_id as number, author_id: student.id };
      const questions: number[] = [];
      for (let n = 0; n < all; n += 1) questions.push((await buildQuestion(context, of)).id);
      return sends(
        (n) =>
          client.send({
            method: 'PUT',
            url: `${forum}/${questions[n]}`,
            payload: { questionText: `Changed ${n}` },
          }),
        200,
      );
    },
  },
  'reports of an hour': {
    settings: ofPosts,
    most: 3,
    async prepare({ client, forum, context, student }) {
      const batch_id = student.batch_id as number;
      const { id: author_id } = await buildStudent(context, { batch_id });
      const questions: number[] = [];
      for (let n = 0; n < all; n += 1)
        questions.push((await buildQuestion(context, { batch_id, author_id })).id);
      return sends((n) => client.post(`${forum}/${questions[n]}/report`, {}), 201);
    },
  },
  'private posts of an hour': {
    settings: ofPosts,
    most: 3,
    prepare: async ({ client, email }) =>
      sends((n) => client.post(`/api/discussion/private/${email}`, { text: `Why ${n}?` }), 201),
  },
  'pinned questions': {
    most: limits.pinnedQuestions,
    async prepare({ as, context, student }) {
      const batch_id = student.batch_id as number;
      const mentor = await as(await buildMentor(context, [batch_id]));
      const { name } = await context.database.reader
        .selectFrom('batches')
        .where('id', '=', batch_id)
        .select('name')
        .executeTakeFirstOrThrow();
      const questions: number[] = [];
      for (let n = 0; n < all; n += 1)
        questions.push((await buildQuestion(context, { batch_id, author_id: student.id })).id);
      const url = (n: number) =>
        `/api/discussion/discussion/${encodeURIComponent(name)}/question/${questions[n]}/moderation`;
      return sends((n) => mentor.post(url(n), { act: 'pin', reason: 'Read this' }), 200, 409);
    },
  },
  phrases: {
    most: 3,
    async prepare({ as, context, student }) {
      const mentor = await buildMentor(context, [student.batch_id as number]);
      const rows = Array.from({ length: limits.phrases - 3 }, (_, n) => ({
        account_id: mentor.id,
        name: `old ${n}`,
        text: 'x',
      }));
      await context.database.transaction((writer) =>
        writer.insertInto('staff_phrases').values(rows).execute(),
      );
      const client = await as(mentor);
      return sends((n) => client.post('/api/staff/phrases', { name: `new-${n}`, text: 'x' }), 201, 409);
    },
  },
  'shared phrases': {
    most: 3,
    async prepare({ as, context, student }) {
      const batch_id = student.batch_id as number;
      const mentor = await buildMentor(context, [batch_id]);
      const shared = { batch_id, project_id: null, text: 'x', changed_by: mentor.id, changed_at: 1 };
      const rows = Array.from({ length: limits.phrases - 3 }, (_, n) => ({ ...shared, name: `old-${n}` }));
      await context.database.transaction((writer) =>
        writer.insertInto('shared_phrases').values(rows).execute(),
      );
      const { name } = await context.database.reader
        .selectFrom('batches')
        .where('id', '=', batch_id)
        .select('name')
        .executeTakeFirstOrThrow();
      const url = `/api/staff/phrases/shared/batch/${encodeURIComponent(name)}`;
      const client = await as(mentor);
      return sends((n) => client.post(url, { name: `new-${n}`, text: 'x' }), 201, 409);
    },
  },
  lineComments: {
    most: 3,
    async prepare({ as, context, student, client, url }) {
      const mentor = await buildMentor(context, [student.batch_id as number]);
      const { body } = await client.form(url('uploadWeek'), [week('1'), file('const a = 1;', 'a.js')]);
      const { number } = body.receipt;
      const submission = await context.database.reader
        .selectFrom('submissions')
        .where('number', '=', number)
        .select('id')
        .executeTakeFirstOrThrow();
      const row = { submission_id: submission.id, account_id: student.id, path: null, line: 1, text: 'x' };
      const rows = Array.from({ length: limits.lineComments - 3 }, () => ({
        ...row,
        written_by: mentor.id,
        written_at: 1,
        edited_at: null,
      }));
      await context.database.transaction((writer) =>
        writer.insertInto('line_comments').values(rows).execute(),
      );
      const reader = await as(mentor);
      const address = `/api/staff/submissions/${number}/line-comments`;
      return sends((n) => reader.post(address, { line: 1, text: `new ${n}` }), 201, 409);
    },
  },
};

test.each(Object.entries({ ...attempts, ...others }))(
  '%s: of many at once no more are let through than one after the other',
  async (_, { settings, most, prepare }) => {
    const send = await prepare(await makePortal(settings));
    const sent = await Promise.all(Array.from({ length: atOnce }, (_of, n) => send(n)));
    expect(sent.filter(Boolean).length, 'at once').toBeLessThanOrEqual(most);
    // Simultaneous ones may refuse each other: then there is room for later ones.
    for (let n = atOnce; n < all; n += 1) sent.push(await send(n));
    expect(sent.filter(Boolean).length, 'in all').toBe(most);
  },
);

test('factors: of many at once no more are added than an account may have', async () => {
  const app = await makeFactorPortal();
  const student = await app.student('asha@example.test');
  const { context, clock } = app;
  const clients: Client[] = [];
  for (let n = 0; n < 4; n += 1) clients.push(await app.as(student));
  const row = { account_id: student.id, kind: 'passkey' as const, name: 'Key', counter: 0 };
  await context.database.transaction((writer) =>
    writer
      .insertInto('second_factors')
      .values(
        Array.from({ length: limits.factors - 1 }, (_, n) => ({
          ...row,
          secret: `key ${n}`,
          credential_id: `key ${n}`,
          added_at: clock.now(),
        })),
      )
      .execute(),
  );
  const added = await Promise.all(clients.map((client, n) => addApp(app, client, `Phone ${n}`)));
  expect(added.map(({ answer }) => answer.status).toSorted()).toEqual([200, 409, 409, 409]);
});

test('the office reads one ZIP at a time, however many are asked for at once', async () => {
  const { as, context, email } = await makePortal();
  const client = await as(await buildAdministrator(context));
  const answers = await Promise.all(
    Array.from({ length: atOnce }, () => client.get(`/api/staff/people/${email}/export`)),
  );
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(2);
});

test('logins at once: an account has no more than fifty sessions', async () => {
  const { context, clock, student } = await makePortal();
  const row = { account_id: student.id, created_at: 1, expires_at: clock.now() + 9e9, used_at: 1 };
  const { database } = context;
  await database.transaction((writer) =>
    writer
      .insertInto('sessions')
      .values(Array.from({ length: 47 }, (_, n) => ({ ...row, token_hash: `${n}` })))
      .execute(),
  );
  const source = { network: from, deviceToken: null, formerToken: null } as never;
  const who = { accountId: student.id, hasSecondFactor: false, now: clock.now() };
  await Promise.all(
    Array.from({ length: atOnce }, () => database.transaction((writer) => finishLogin(writer, who, source))),
  );
  const sessions = await database.reader.selectFrom('sessions').select('token_hash').execute();
  expect(sessions).toHaveLength(50);
});
