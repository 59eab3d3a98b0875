import { describe, expect, test } from 'vitest';
import { buildStudent, buildSubmission } from '#support/factories';
import { messageOf, postPublicForm, valueOf, newcomer } from '#support/posted-forms';
import { makeTestApp, type TestApp } from '#support/test-app';
import { webBuild } from '#support/web-build';
import { issuePasswordReset } from '../accounts/login/issue-password-reset.ts';
import { issueSetupToken } from '../accounts/sign-up/set-up-administrator.ts';
import type { Settings } from '../platform/settings/settings.ts';

const withPages = (settings: Partial<Settings> = {}) => makeTestApp({ settings, app: { pages: webBuild() } });

const accounts = ({ context }: TestApp) =>
  context.database.reader.selectFrom('accounts').selectAll().orderBy('id').execute();

describe('a receipt', () => {
  const number = 'CAP-7K3M-92QX-W4TD-A8JH';
  async function withReceipt() {
    const app = await withPages();
    const student = await buildStudent(app.context);
    await buildSubmission(app.context, { account_id: student.id, number });
    return app;
  }

  test('that the portal has not given out is told by its number', async () => {
    const { status, body } = await postPublicForm(await withReceipt(), '/verify', {
      number: ' cap-oooo-0000-0000-0000 ',
    });
    expect(status).toBe(200);
    expect(body).toContain('Result');
    expect(body).toContain('The receipt is unknown');
    expect(valueOf(body, 'number')).toBe('CAP-0000-0000-0000-0000');
  });

  test.each([
    [number.toLowerCase(), 'Please also pick the file. We need both to check it.'],
    [' ', 'Please pick a receipt, or enter its number and pick the file.'],
    ['x'.repeat(101), "number must be a receipt's number"],
  ])('is not vouched for by a number alone: %s', async (typed, message) => {
    const { status, body } = await postPublicForm(await withReceipt(), '/verify', { number: typed });
    expect([status, messageOf(body), valueOf(body, 'number')]).toEqual([400, message, typed]);
    expect(body).not.toContain('Result');
  });

  test('has its number filled in where the address has it', async () => {
    const { nobody } = await withReceipt();
    const { status, body } = await nobody.get(`/verify?number=${number}`);
    expect([status, valueOf(body, 'number')]).toEqual([200, number]);
    expect(body).not.toContain('Result');
  });
});

describe('every form', () => {
  const forms = ['/login', '/signup', '/forgot-password', '/reset-password', '/setup', '/verify'];

  test('is posted to its own address, by one button', async () => {
    const app = await withPages({ smtpUrl: 'smtp://127.0.0.1:9', publicUrl: new URL('https://portal.test') });
    const { token } = await issuePasswordReset(app.context, (await buildStudent(app.context)).email);
    const setup = await issueSetupToken(app.context);
    for (const path of forms) {
      const url = `${path}?token=${path === '/setup' ? setup : token}`;
      const { body } = await app.nobody.get(url);
      const forms = body.match(/<form[^>]*>/g) ?? [];
      expect(forms, url).toHaveLength(1);
      expect(forms[0], url).toMatch(/ method="post"/);
      expect(forms[0], url).not.toMatch(/ action=/);
      const types = [...body.matchAll(/<button[^>]*>/g)].map(([button]) => /type="(\w+)"/.exec(button)?.[1]);
      expect(
        types.filter((type) => type !== 'button'),
        url,
      ).toEqual(['submit']);
    }
  });

  test('takes nothing from other sites', async () => {
    const app = await withPages();
    for (const url of forms) {
      for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
        expect(await postPublicForm(app, url, newcomer, headers), url).toMatchObject({
          status: 403,
          body: { code: 'forbidden' },
        });
      }
    }
    expect(await accounts(app)).toEqual([]);
  });

  test('takes a form, and nothing else that has other things than texts', async () => {
    const app = await withPages();
    for (const url of forms) {
      expect((await app.nobody.post(url, { ...newcomer, name: { a: 1 } })).status, url).toBe(415);
      expect((await app.nobody.form(url, Object.entries(newcomer))).status, url).toBe(415);
      expect((await app.nobody.send({ method: 'POST', url })).status, url).toBe(400);
    }
    const strange = await postPublicForm(app, '/signup', {
      ...newcomer,
      name: 'a\0',
      __proto__: 'x',
      toString: 'y',
    });
    expect([strange.status, messageOf(strange.body)]).toEqual([400, 'Text must not contain NUL characters.']);
  });

  test('shows what was typed as text', async () => {
    const name = '"><script>alert(1)</script>';
    const { body } = await postPublicForm(await withPages(), '/signup', { ...newcomer, name, email: '' });
    expect(body).not.toContain('<script>alert(1)');
    expect(valueOf(body, 'name')).toBe('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
  });
});
