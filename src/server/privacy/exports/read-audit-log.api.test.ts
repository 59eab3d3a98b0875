import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { dayMs } from '#contract/durations';
import { buildAdministrator, buildBatch, buildMentor, buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';
import type { AuditEventName } from '../../audit/event-words.ts';
import { recordAuditEvents, type AuditEvent } from '../../audit/record-audit-event.ts';
import { changesOf } from './read-audit-log.ts';

async function makeLog() {
  const app = await makeTestApp();
  const { context, clock } = app;
  const student = await buildStudent(context, { name: 'Asha', email: 'asha@example.test' });
  const mentor = await buildMentor(context, [], { name: 'Anjali', email: 'anjali@example.test' });
  const administrator = await app.as(await buildAdministrator(context));
  // 21 November, 14:30 in Kolkata.
  const now = clock.now();
  const act = (values: Partial<AuditEvent>): AuditEvent => ({
    at: now,
    actorId: mentor.id,
    act: 'mark-submission',
    subject: 'R-1',
    before: null,
    after: null,
    ...values,
  });
  await context.database.transaction((writer) =>
    recordAuditEvents(writer, [
      act({
        at: now - 2 * dayMs,
        act: 'import-course',
        subject: 'Web',
        actorId: null,
        after: { name: 'Web' },
      }),
      act({
        at: now - dayMs,
        aboutId: student.id,
        before: { marks: 70, comments: 'Good', released: false },
        after: { marks: 80, comments: 'Good', released: true },
      }),
      act({
        act: 'extend-due-date',
        subject: student.email,
        aboutId: student.id,
        after: { due_at: '2026-11-30T18:29:59.999Z' },
      }),
      act({ act: 'of-another-version' as AuditEventName, subject: 'x' }),
    ]),
  );
  const list = async (query = '') => {
    const { status, body } = await administrator.get(`/api/staff/audit${query}`);
    expect(status, body.message).toBe(200);
    return body;
  };
  const eventsOf = async (query: string) => (await list(query)).lines.map(({ act: one }: AuditEvent) => one);
  return { app, student, administrator, list, eventsOf };
}

test('a line says who did what to whom, and what it changed, in words', async () => {
  const { list } = await makeLog();
  const anjali = { s_id: 'anjali@example.test', s_name: 'Anjali' };
  const asha = { s_id: 'asha@example.test', s_name: 'Asha' };
  const { lines, next } = await list();
  expect(next).toBeNull();
  expect(lines).toMatchObject([
    { kind: null, words: 'did “of another version” with', who: anjali, subject: 'x', changes: [] },
    {
      kind: 'dates',
      words: 'gave an extension to',
      who: anjali,
      whom: asha,
      changes: [{ what: 'due at', before: null, after: '2026-11-30 23:59' }],
    },
    {
      kind: 'marks',
      act: 'mark-submission',
      words: 'marked the submission',
      by: 'person',
      who: anjali,
      whom: asha,
      subject: 'R-1',
      changes: [
        { what: 'marks', before: '70', after: '80' },
        { what: 'released', before: 'no', after: 'yes' },
      ],
    },
    { kind: 'catalogue', by: 'operator', who: null, whom: null, network: null },
  ]);
});

test('a rubric is told line by line', () => {
  const rubric = [
    { text: 'It works', points: 40 },
    { text: 'It is clear', points: 60 },
  ];
  expect(changesOf(null, JSON.stringify(rubric), 'UTC')).toEqual([
    { what: 'value', before: null, after: 'It works (40 points); It is clear (60 points)' },
  ]);
});

test('a change late in a long text is shown, and a text without one is not', () => {
  const long = 'x'.repeat(900);
  const changes = (before: string, after: string) =>
    changesOf(JSON.stringify({ text: before }), JSON.stringify({ text: after }), 'UTC');
  expect(changes(`${long} old`, `${long} new`)).toEqual([
    { what: 'text', before: `…${'x'.repeat(99)} old`, after: `…${'x'.repeat(99)} new` },
  ]);
  expect(changes(long, `${long}!`)).toMatchObject([{ after: `…${'x'.repeat(100)}!` }]);
  expect(changes(long, `y${long}`)).toMatchObject([{ after: `y${'x'.repeat(499)}…` }]);
  expect(changes(long, long)).toEqual([]);
});

test('what was done to a batch is found however its name is typed', async () => {
  const { app, eventsOf } = await makeLog();
  const { name } = await buildBatch(app.context, { name: 'Été–1', name_key: 'été-1' });
  const act = { actorId: null, act: 'change-batch', subject: name, before: null, after: null } as const;
  await app.context.database.transaction((writer) =>
    recordAuditEvents(writer, [{ ...act, at: app.clock.now() }]),
  );
  for (const typed of ['Été–1', 'E\u0301TE\u0301 - 1'])
    expect(await eventsOf(`?whom=${encodeURIComponent(typed)}`), typed).toEqual(['change-batch']);
});

test('filters choose, alone and together, and pages follow one another', async () => {
  const { app, student, eventsOf, list } = await makeLog();
  expect(await eventsOf('?who=operator')).toEqual(['import-course']);
  expect(await eventsOf('?who= Anjali@Example.test &kind=marks')).toEqual(['mark-submission']);
  expect(await eventsOf('?who=nobody@example.test')).toEqual([]);
  const about = ['extend-due-date', 'mark-submission'];
  expect(await eventsOf('?whom=asha@example.test')).toEqual(about);
  expect(await eventsOf('?whom=R-1')).toEqual(['mark-submission']);
  expect(await eventsOf('?from=2026-11-20&to=2026-11-20')).toEqual(['mark-submission']);
  expect(await eventsOf('?to=2026-11-19')).toEqual(['import-course']);
  const { next } = await list('?whom=asha@example.test&limit=1');
  expect(await eventsOf(`?whom=asha@example.test&after=${next}`)).toEqual(['mark-submission']);
  // Who has had another address since is still found by the one of before.
  await app.context.database.transaction(async (writer) => {
    await writer
      .updateTable('accounts')
      .set({ email: 'new@example.test' })
      .where('id', '=', student.id)
      .execute();
    const former = { email: 'asha@example.test', account_id: student.id, left_at: 1 };
    await writer.insertInto('former_emails').values(former).execute();
  });
  for (const address of ['asha', 'new'])
    expect(await eventsOf(`?whom=${address}@example.test&kind=marks`), address).toEqual(['mark-submission']);
});

test('a filter that is none is refused in words', async () => {
  const { administrator } = await makeLog();
  for (const [query, message] of [
    ['kind=else', /^kind must be one of sign-ins, /],
    ['from=yesterday', /^from must be a day from 2000 to 2099/],
    ['to=2026-02-30', /^to must be a day/],
    ['after=x', /^after must be the "next" value of the page before/],
    ['limit=101', /^limit must be/],
  ] as const) {
    const { status, body } = await administrator.get(`/api/staff/audit?${query}`);
    expect([status, body.message], query).toEqual([400, expect.stringMatching(message)]);
  }
});

test('as CSV it has the same lines, from its own on', async () => {
  const { administrator } = await makeLog();
  const read = async (query: string) => {
    const { body } = await administrator.get(`/api/staff/exports/audit${query}`);
    return parse(body as string, { bom: true, columns: true }) as Record<string, string>[];
  };
  expect((await read('?kind=marks'))[0]).toMatchObject({
    'at (Asia/Kolkata)': '2026-11-20 14:30:00',
    who: 'Anjali',
    did: 'marked the submission',
    what: 'R-1',
    whom_email: 'asha@example.test',
    changes: 'marks: 70 → 80\nreleased: no → yes',
  });
  const all = await read('');
  expect(all.map(({ act }) => act).slice(0, 3)).toEqual([
    'export-audit',
    'export-audit',
    'of-another-version',
  ]);
  expect(all[1]).toMatchObject({ changes: 'kind: – → marks' });
  expect(all.at(-1)).toMatchObject({ who: 'the operator', did: 'imported the course' });
});

test('a person is found by each address, with what was done to an address before there was the account', async () => {
  const { app, student, eventsOf } = await makeLog();
  const { context, clock } = app;
  await context.database.transaction(async (writer) => {
    const line = { at: clock.now(), actorId: null, before: null, after: null };
    await recordAuditEvents(writer, [
      { ...line, act: 'invite-person', subject: 'first@example.test' },
      { ...line, act: 'invite-person', subject: 'other@example.test' },
    ]);
    const former = { email: 'first@example.test', account_id: student.id, left_at: 1 };
    await writer.insertInto('former_emails').values(former).execute();
    await writer
      .updateTable('accounts')
      .set({ former_emails: JSON.stringify([former.email]) })
      .where('id', '=', student.id)
      .execute();
  });
  const expected = ['invite-person', 'extend-due-date', 'mark-submission'];
  for (const address of ['asha@example.test', 'first@example.test'])
    expect(await eventsOf(`?whom=${address}`), address).toEqual(expected);
});
