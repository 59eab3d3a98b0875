import { expect, test } from 'vitest';
import { buildBatch, buildMentor, buildStudent } from '#support/factories';
import { alertOf, hiddenOf, keysOf, postForm, typedIn } from '#support/posted-forms';
import { runDue } from '#support/run-due';
import { makeTestApp } from '#support/test-app';
import { webBuild } from '#support/web-build';
import { dueMailQueue } from '../notices/mails/due-mail-queue.ts';
import { notify } from '../notices/notify.ts';

/** Notices, announcements and mail by pages alone, one after the other on one portal. */
test('without scripts: announcing, reading, choosing the mail, and one press in a mail', async () => {
  const app = await makeTestApp({ app: { pages: webBuild() } });
  const { context, clock } = app;
  const batch = await buildBatch(context, { name: 'OURS' });
  const asha = await buildStudent(context, { batch_id: batch.id });
  const asMentor = await app.as(await buildMentor(context, [batch.id], { name: 'Anjali Menon' }));
  const asAsha = await app.as(asha);

  const url = '/staff/batches/OURS/announcements';
  const [key] = keysOf((await asMentor.get(url)).body);
  const announcement = { act: 'announce', text: 'The viva is on Friday.', until: '2026-11-30' };
  for (const press of ['the first', 'the second']) {
    const answer = await postForm(asMentor, url, { ...announcement, 'Idempotency-Key': String(key) });
    expect([answer.status, answer.headers['location']], press).toEqual([303, `${url}?notice=announced`]);
  }
  expect((await asMentor.get(url)).body).toMatch(/Seen by (?:<!-- -->)?0(?:<!-- -->)? of (?:<!-- -->)?1/);
  const refused = await postForm(asMentor, url, { ...announcement, until: '2026-11-01' });
  expect([refused.status, alertOf(refused.body)]).toEqual([400, expect.stringContaining('or a later day.')]);
  expect(typedIn(refused.body, 'text').trim()).toBe(announcement.text);

  const dashboard = (await asAsha.get('/StudentDashboard')).body;
  expect(dashboard).toContain('The viva is on Friday.');
  expect(dashboard).toContain('aria-label="1 new notice"');
  expect((await asAsha.get('/discussion/OURS')).body).toContain('The viva is on Friday.');

  const list = (await asAsha.get('/notices')).body;
  const up_to = String(hiddenOf(list, 'up_to'));
  expect((await postForm(asAsha, '/notices', { up_to })).headers['location']).toBe('/notices');
  expect((await asAsha.get('/notices')).body).toContain('No new notices.');

  const off = await postForm(asAsha, '/account', { act: 'mail', mail: 'marks', is_on: 'false' });
  expect(off.status).toBe(303);
  expect((await asAsha.get('/api/account')).body.mails).toContainEqual({ mail: 'marks', is_on: false });

  await context.database.transaction((writer) =>
    notify(writer, {
      kind: 'answer',
      event: '1',
      accounts: [asha.id],
      about: 'question:1',
      text: 'A mentor answered your question “Why?”',
      href: '/discussion/OURS/1',
      now: clock.now(),
    }),
  );
  expect((await asAsha.get('/StudentDashboard')).body).toContain('New since your last visit');
  await runDue(dueMailQueue(context));
  const { address } = await context.database.reader
    .selectFrom('outbox')
    .where('event', 'like', 'notice:answer:%')
    .select('turn_off_url as address')
    .executeTakeFirstOrThrow();
  const { pathname, search } = new URL(address as string);
  const page = pathname + search;
  const isOn = async () =>
    (await asAsha.get('/api/account')).body.mails.find(({ mail }: { mail: string }) => mail === 'answers')
      .is_on;
  expect((await app.nobody.get(page)).body).toContain('Turn it off');
  expect(await isOn(), 'looking changes nothing').toBe(true);
  const types = [
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ] as const;
  for (const [type, payload] of types) {
    const pressed = await app.nobody.send({
      method: 'POST',
      url: page,
      headers: { 'content-type': type },
      payload,
    });
    expect([pressed.status, pressed.body], type).toEqual([
      200,
      expect.stringContaining('You no longer get this kind of email'),
    ]);
    expect(await isOn(), type).toBe(false);
    expect((await postForm(app.nobody, page, { is_on: 'true' })).status).toBe(303);
    expect(await isOn(), type).toBe(true);
  }
  const unknown = await app.nobody.get('/unsubscribe?token=1.answers.x');
  expect([unknown.status, unknown.body]).toEqual([200, expect.stringContaining('This link does not work')]);
});
