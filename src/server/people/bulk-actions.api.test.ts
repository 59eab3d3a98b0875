import { beforeEach, describe, expect, test } from 'vitest';
import { messages } from '#contract/messages';
import { expectHttpError } from '#support/expect-http-error';
import {
  buildAdministrator,
  buildBatch,
  buildImportedPerson,
  buildMentor,
  buildProject,
  buildSelection,
  buildStudent,
} from '#support/factories';
import { importFiles } from '#support/import-folder';
import { idsOf, makeOfficeFixture, type OfficeFixture } from '#support/office-fixture';
import { mailRecipients, studentsToNotify } from '../accounts/queries.ts';
import { restoreAccount, suspendAccount } from '../accounts/suspend-account.ts';
import { readMail } from '../platform/mail/outbox-admin.ts';

let { app, batch, admin, asha, password_hash, office, me, act, read, logIn, mailsTo, actsOn } =
  {} as OfficeFixture;
beforeEach(async () => {
  ({ app, batch, admin, asha, password_hash, office, me, act, read, logIn, mailsTo, actsOn } =
    await makeOfficeFixture());
});

const reach = async (name: string, of: string[], more = '') =>
  (await office.get(`/api/staff/people-acts?act=${name}&ids=${of.join(',')}${more}`)).body;

describe('a suspension', () => {
  test('ends sessions and links at once, refuses the right password in words, and sends nothing more', async () => {
    const link = (await office.post(`/api/staff/people/${asha.email}/reset-link`)).body.link as string;
    const suspended = await act({ act: 'suspend', ids: idsOf(asha), reason: 'Left the course.' });
    expect([suspended.status, suspended.body]).toEqual([200, { act: 'suspend', done: 1 }]);
    expectHttpError(await me.get('/api/account'), 401, 'signed_out', 'a session of before');
    expectHttpError(await logIn(asha.email), 403, 'suspended', 'the right password');
    expect((await logIn(asha.email)).body.message).toBe(messages.accountSuspended);
    await expect(app.as(asha), 'a session by any other way').rejects.toThrow(messages.accountSuspended);
    expectHttpError(await logIn(asha.email, 'wrong-one'), 401, 'invalid_credentials', 'a wrong password');
    const token = new URL(link).searchParams.get('token');
    const used = await app.nobody.post('/api/auth/reset', { token, password: 'another-7-word' });
    expectHttpError(used, 400, 'bad_request', 'a link of before');
    const another = await office.post(`/api/staff/people/${asha.email}/reset-link`);
    expectHttpError(another, 409, 'conflict', 'a new link');
    const before = await mailsTo(asha.email);
    expect(before[0]?.subject).toBe('Your account has been suspended');
    expect(JSON.stringify(await readMail(app.context, before[0]!.id))).not.toContain('Left');
    expect((await app.nobody.post('/api/auth/forgot', { email: asha.email })).status).toBe(200);
    await office.put(`/api/staff/people/${asha.email}/profile`, { name: 'Asha M', phone: '9876543210' });
    expect(await mailsTo(asha.email)).toHaveLength(before.length);
    const { reader } = app.context.database;
    expect(await mailRecipients(reader, [asha.id])).toEqual(new Map());
    expect(await studentsToNotify(reader, batch.id, app.context.settings)).not.toContain(asha.id);
    expect(await read(asha.email)).toMatchObject({
      suspended: true,
      suspension_reason: 'Left the course.',
      sessions: 0,
    });
    expect(await actsOn(asha.email)).toContainEqual([
      'suspend-account',
      admin.id,
      { suspended: true, reason: 'Left the course.' },
    ]);
  });

  test('is taken back: the holder logs in as before, and is told', async () => {
    await act({ act: 'suspend', ids: idsOf(asha), reason: 'By mistake.' });
    expect((await act({ act: 'bring-back', ids: idsOf(asha) })).status).toBe(200);
    expect((await logIn(asha.email)).status).toBe(200);
    expect(await read(asha.email)).toMatchObject({ suspended: false, suspension_reason: null });
    expect((await mailsTo(asha.email))[0]?.subject).toBe('Your account is active again');
    expect((await actsOn(asha.email)).map(([done]) => done)).toEqual([
      'suspend-account',
      'bring-back-account',
    ]);
  });

  test('of a page from before the account was suspended again stays', async () => {
    const suspend = (reason: string) => act({ act: 'suspend', ids: idsOf(asha), reason });
    await suspend('By mistake.');
    const [{ id, began }] = (await reach('bring-back', idsOf(asha))).reached;
    const older = { act: 'bring-back', ids: [id], began: { [id]: began } };
    expect((await act(older)).status).toBe(200);
    app.clock.advance(1_000);
    await suspend('Copied the project.');
    expect(await act(older)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('suspended again') },
    });
    expect(await read(asha.email)).toMatchObject({ suspension_reason: 'Copied the project.' });
  });

  test('takes a reason, and neither oneself nor the last administrator', async () => {
    const without = await act({ act: 'suspend', ids: idsOf(asha) });
    expect([without.status, without.body.message]).toEqual([400, 'Please give a reason.']);
    const own = await act({ act: 'suspend', ids: idsOf(admin), reason: 'Me.' });
    expectHttpError(own, 409, 'conflict', 'oneself');
    expect(own.body.message).toMatch(/^Nothing was changed\. .*You cannot suspend your own account\.$/);
    const account = { id: admin.id, email: admin.email };
    const change = { account, actorId: null, reason: 'Operator.', now: app.clock.now() };
    const bySelf = { ...change, actorId: admin.id };
    await expect(
      app.context.database.transaction((writer) => suspendAccount(writer, app.context, bySelf)),
    ).rejects.toThrow('You cannot suspend your own account.');
    const suspend = () =>
      app.context.database.transaction((writer) => suspendAccount(writer, app.context, change));
    await expect(suspend()).rejects.toThrow(
      'office@example.test is the last administrator who can log in. Add another administrator first.',
    );
    const invited = await buildAdministrator(app.context, { password_hash: null });
    await expect(suspend()).rejects.toThrow('is the last administrator');
    const second = await buildAdministrator(app.context, { password_hash });
    await suspend();
    expectHttpError(await office.get('/api/staff/people'), 401, 'signed_out', 'the suspended administrator');
    await app.context.database.transaction((writer) => restoreAccount(writer, app.context, change));
    const again = await app.as(admin);
    const body = { act: 'suspend', ids: idsOf(second, invited), reason: 'Left.' };
    expect((await again.post('/api/staff/people-acts', body)).body.done).toBe(2);
  });

  test('stops a login that waits for its second step', async () => {
    await app.context.database.transaction((writer) =>
      writer.updateTable('accounts').set({ has_second_factor: 1 }).where('id', '=', asha.id).execute(),
    );
    expect((await logIn(asha.email)).body.message).toBe(messages.secondStepNeeded);
    await act({ act: 'suspend', ids: idsOf(asha), reason: 'Left.' });
    const pending = await app.context.database.reader
      .selectFrom('pending_logins')
      .where('account_id', '=', asha.id)
      .select('account_id')
      .execute();
    expect(pending).toEqual([]);
    expectHttpError(await logIn(asha.email), 403, 'suspended', 'a login whose second step would follow');
  });
});

describe('many people at once', () => {
  test('a list says whom an act reaches and whom not; it is done to all that it names, or to nobody', async () => {
    const { context } = app;
    const two = await buildBatch(context, { name: 'TWO', course_id: batch.course_id });
    const other = await buildBatch(context, { name: 'OTHER' });
    const project = await buildProject(context, { course_id: batch.course_id });
    const waiting = await buildStudent(context, { batch_id: null, confirmed_at: 1 });
    const bound = await buildStudent(context, { batch_id: batch.id });
    await buildSelection(context, { account_id: bound.id, project_id: project.id });
    const mentor = await buildMentor(context, [batch.id]);
    const everybody = idsOf(asha, waiting, bound, mentor);
    const found = await reach('place', everybody, `&batch=${other.name}`);
    expect(found.reached.map(({ s_id, note }: Record<string, string>) => [s_id, note])).toEqual([
      [asha.email, `From ONE to ${other.name}`],
      [waiting.email, null],
    ]);
    expect(found.refused.map(({ s_id, reason }: Record<string, string>) => [s_id, reason])).toEqual([
      [bound.email, expect.stringMatching(/^The student has chosen .* another course\.$/)],
      [mentor.email, 'This person is a mentor, not a student.'],
    ]);
    const refused = await act({ act: 'place', ids: everybody, batch: other.name });
    expectHttpError(refused, 409, 'conflict', 'one who cannot move');
    expect(refused.body.message).toMatch(/^Nothing was changed\. .*\(and 1 more\)$/);
    expect((await read(asha.email)).batch).toBe('ONE');
    const key = { 'idempotency-key': 'k' };
    const body = { act: 'place', ids: idsOf(asha, waiting, bound), batch: two.name };
    expect((await act(body, key)).body).toEqual({ act: 'place', done: 3 });
    expect((await act(body, key)).body).toEqual({ act: 'place', done: 3 });
    expectHttpError(await act({ ...body, ids: idsOf(asha) }, key), 409, 'conflict', 'the key of another act');
    expect((await read(bound.email)).batch).toBe(two.name);
    expect((await mailsTo(asha.email))[0]?.subject).toBe(`You are in batch ${two.name}`);
    expect(await actsOn(waiting.email)).toEqual([['place-student', admin.id, { batch: two.name }]]);
  });

  test('nobody is placed in an archivedd batch, nor is it offered; whoever lives there stays', async () => {
    const { context } = app;
    const { course_id } = batch;
    const over = await buildBatch(context, { name: 'OVER', course_id, retired_at: 1 });
    const old = await buildStudent(context, { batch_id: over.id });
    const reason =
      'OVER is archived, so nobody can join it. Choose another batch, or restore it in the catalogue first.';
    const found = await reach('place', idsOf(asha), '&batch=over');
    expect(found).toMatchObject({ reached: [], refused: [{ s_id: asha.email, reason }] });
    const refused = await act({ act: 'place', ids: idsOf(asha), batch: 'OVER' });
    expectHttpError(refused, 409, 'conflict', 'a retired batch');
    expect(refused.body.message).toContain(reason);
    expect(await read(asha.email)).toMatchObject({ batch: 'ONE', places: ['ONE'] });
    expect((await office.get('/api/staff/people')).body.places).toEqual(['ONE']);
    expect((await read(old.email)).batch).toBe('OVER');
    const fresh = await buildStudent(context, { batch_id: null, confirmed_at: null, must_confirm: 1 });
    await buildImportedPerson(context, { email: fresh.email, batch_id: over.id, exit_score: 64 });
    expect(await reach('confirm', idsOf(fresh))).toMatchObject({ reached: [{ note: null }] });
    expect((await act({ act: 'confirm', ids: idsOf(fresh) })).status).toBe(200);
    expect(await read(fresh.email)).toMatchObject({ confirmed: true, batch: null, exit_score: 64 });
  });

  test('a confirmation brings what was imported, and is told; one of another course is named before', async () => {
    const { context } = app;
    const fresh = await buildStudent(context, { batch_id: null, confirmed_at: null, must_confirm: 1 });
    await importFiles(context, { 'people.csv': `email,batch,exit_score\n${fresh.email},ONE,64\n` });
    const found = await reach('confirm', idsOf(fresh, asha));
    expect(found.reached[0]).toMatchObject({ s_id: fresh.email, note: 'Will join ONE' });
    expect(found.refused[0]).toMatchObject({ s_id: asha.email, reason: 'The email is already confirmed.' });
    expect((await act({ act: 'confirm', ids: idsOf(fresh) })).status).toBe(200);
    expect(await read(fresh.email)).toMatchObject({ confirmed: true, batch: 'ONE', exit_score: 64 });
    expect((await mailsTo(fresh.email))[0]?.subject).toBe('Your email is confirmed');
  });

  test('sessions end everywhere, and links to a new password are mailed', async () => {
    expect((await act({ act: 'sign-out', ids: idsOf(asha) })).status).toBe(200);
    expectHttpError(await me.get('/api/account'), 401, 'signed_out', 'a session of before');
    expect((await reach('sign-out', idsOf(asha))).refused[0].reason).toBe(
      'Nobody is logged in to the account.',
    );
    expect((await act({ act: 'send-reset', ids: idsOf(asha) })).status).toBe(200);
    const [mail] = await mailsTo(asha.email);
    const { text } = await readMail(app.context, mail!.id);
    const token = /reset-password\?token=([\w-]{43})/.exec(text)?.[1];
    const used = await app.nobody.post('/api/auth/reset', { token, password: 'monsoon-7-Kayal' });
    expect(used.status).toBe(204);
    expect((await actsOn(asha.email)).map(([done, by]) => [done, by])).toEqual([
      ['end-sessions', admin.id],
      ['issue-password-reset', admin.id],
    ]);
  });

  test('what names nobody, or too many, is refused in words', async () => {
    const refused = async (body: object, status: number, words: RegExp) => {
      const answer = await act(body);
      expect([answer.status, answer.body.message]).toEqual([status, expect.stringMatching(words)]);
    };
    await refused({ act: 'expel', ids: idsOf(asha) }, 400, /^act must be one of confirm, place/);
    await refused({ act: 'confirm', ids: [] }, 400, /^ids must name 1 to 100 people/);
    const many = Array.from({ length: 101 }, (_, index) => String(index + 1));
    await refused({ act: 'confirm', ids: many }, 400, /^ids must name 1 to 100 people/);
    await refused({ act: 'confirm', ids: ['x'] }, 400, /invalid id/);
    await refused({ act: 'confirm', ids: ['999999999'] }, 404, /^Person 999999999 does not exist/);
    await refused({ act: 'place', ids: idsOf(asha) }, 400, /batch is missing/);
    await refused({ act: 'place', ids: idsOf(asha), batch: 'NOPE' }, 404, /There is no batch "NOPE"/);
  });
});

describe('of two who act on the same people', () => {
  test('the later is told where a colleague has placed somebody, and nobody is moved', async () => {
    const two = await buildBatch(app.context, { course_id: batch.course_id, name: 'TWO' });
    const three = await buildBatch(app.context, { course_id: batch.course_id, name: 'THREE' });
    const bo = await buildStudent(app.context, { name: 'Bo', batch_id: null });
    const of = idsOf(asha, bo);
    const { reached } = await reach('place', of, '&batch=TWO');
    const shown = ({ reached: people }: { reached: { id: string; began: unknown }[] }) =>
      Object.fromEntries(people.map(({ id, began }) => [id, began]));
    expect(shown({ reached })).toEqual({ [asha.id]: batch.name, [bo.id]: null });
    const colleague = await app.as(await buildAdministrator(app.context));
    await colleague.post('/api/staff/people-acts', { act: 'place', ids: idsOf(bo), batch: three.name });
    const place = (began: object) => act({ act: 'place', ids: of, batch: two.name, began });
    const refused = await place(shown({ reached }));
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `Nothing was changed. Bo, ${bo.email}: Now in THREE.`,
    ]);
    expect((await read(asha.email)).batch).toBe(batch.name);
    expect((await read(bo.email)).batch).toBe('THREE');
    // Whoever has seen it may.
    expect((await place(shown(await reach('place', of, '&batch=TWO')))).status).toBe(200);
    expect((await read(bo.email)).batch).toBe('TWO');
    // A page of a version before sends no beginning.
    expect((await act({ act: 'place', ids: of, batch: three.name })).status).toBe(200);
  });

  test('at the same moment one is told', async () => {
    const two = await buildBatch(app.context, { course_id: batch.course_id, name: 'TWO' });
    const three = await buildBatch(app.context, { course_id: batch.course_id, name: 'THREE' });
    const began = { [asha.id]: batch.name };
    const placed = await Promise.all(
      [two, three].map(({ name }) => act({ act: 'place', ids: idsOf(asha), batch: name, began })),
    );
    expect(placed.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});
