import { expect, test } from 'vitest';
import { codeWords } from '#contract/people/invitation-code-words';
import { buildAdministrator, buildBatch, buildImportedPerson, buildStudent } from '#support/factories';
import { inputOf, invalidFields, valueOf, postForm, postPublicForm } from '#support/posted-forms';
import { makeTestApp } from '#support/test-app';
import { webBuild } from '#support/web-build';

test('an invitation works before its script: what is asked for, what is wrong, the account, and the second press', async () => {
  const app = await makeTestApp({
    app: { pages: webBuild() },
    settings: { publicUrl: new URL('http://127.0.0.1:3000') },
  });
  const { context } = app;
  const batch = await buildBatch(context, { name: 'MERN-2026-11' });
  const office = await app.as(await buildAdministrator(context));
  let code = '';
  const invite = async (email: string): Promise<string> => {
    await buildImportedPerson(context, { email, name: '<b>Asha</b>', phone: null, batch_id: batch.id });
    const { body } = await office.post('/api/staff/invitations/print', { batch: null, emails: [email] });
    const { pathname, search } = new URL(body.invitations[0].link);
    code = body.invitations[0].code;
    return pathname + search;
  };
  const link = await invite('asha@x.test');
  const { body: page, headers } = await app.nobody.get(link);
  expect(headers['cache-control']).toBe('no-store');
  expect(page).toContain('MERN-2026-11');
  expect(page).toContain('&lt;b&gt;Asha&lt;/b&gt;');
  expect(inputOf(page, 'name')).toBe('');
  const fields = { phone: '98765 43210', password: 'secret1', terms: 'on' };
  // Its code, typed.
  const typed = { invitation: code.toLowerCase(), contact: 'asha@x.test' };
  const wrong = await postPublicForm(app, '/join', { ...typed, contact: 'bala@x.test' });
  expect([wrong.status, valueOf(wrong.body, 'invitation')]).toEqual([400, typed.invitation]);
  expect(wrong.body).toContain(codeWords.wrongCode);
  const opened = await postPublicForm(app, '/join', typed);
  expect([opened.status, opened.headers['location']]).toEqual([
    303,
    expect.stringMatching(/^\/invitation\?token=/),
  ]);
  expect((await app.nobody.get(String(opened.headers['location']))).body).toContain('MERN-2026-11');
  const { terms: _, ...unticked } = fields;
  const refused = await postPublicForm(app, link, unticked);
  expect([refused.status, invalidFields(refused.body)]).toEqual([400, ['terms']]);
  expect(await postPublicForm(app, link, fields)).toMatchObject({
    status: 303,
    headers: { location: '/login?notice=invitation-accepted' },
  });
  expect((await app.nobody.get('/login?notice=invitation-accepted')).body).toContain('Your account is ready');
  expect((await app.nobody.get(link)).body).toContain('has already been used');
  expect((await postPublicForm(app, link, { ...fields, password: 'another1' })).status).toBe(400);

  const own = await buildStudent(context, { email: 'bala@x.test', batch_id: null, confirmed_at: null });
  const second = await invite('bala@x.test');
  // Somebody else may have signed up with the address: the invitation takes that account over.
  expect((await app.nobody.get(second)).body).toContain('Create my account');
  const bala = await app.as(own);
  expect((await bala.get(second)).body).toContain('Confirm and continue');
  expect(await postForm(bala, second, { act: 'join' })).toMatchObject({
    status: 303,
    headers: { location: '/StudentDashboard' },
  });
  const { batch_id } = await context.database.reader
    .selectFrom('accounts')
    .where('id', '=', own.id)
    .select('batch_id')
    .executeTakeFirstOrThrow();
  expect(batch_id).toBe(batch.id);
  for (const dead of ['/invitation?token=unknown', '/invitation'])
    expect(inputOf((await app.nobody.get(dead)).body, 'password')).toBe('');
});
