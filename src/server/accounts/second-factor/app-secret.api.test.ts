import { expect, test } from 'vitest';
import type { AppContext } from '#server/platform/context';
import { makeSealing } from '#server/platform/settings/sealing';
import { addApp, makeFactorPortal, sendPassword } from '#support/factor-fixture';
import { sealAppSecrets } from './app-secret.ts';
import { markSecondFactor } from './factor-queries.ts';
import { words } from './words.ts';

const email = 'asha@example.test';
const [one, two] = ['1'.repeat(32), '2'.repeat(32)];

/** Starts again with other keys of the operator. */
async function startWith(context: AppContext, ...[first, ...others]: [string, ...string[]]): Promise<void> {
  context.secrets = { ...context.secrets, keys: makeSealing([first, ...others]) };
  await sealAppSecrets(context);
}

async function makePortal(secretKeys: string[] = []) {
  const app = await makeFactorPortal({ secretKeys });
  const added = await addApp(app, await app.as(await app.student(email)));
  const stored = async () =>
    (
      await app.context.database.reader
        .selectFrom('second_factors')
        .select('secret')
        .executeTakeFirstOrThrow()
    ).secret;
  const logIn = async () => {
    app.clock.advance(30_000);
    const { browser } = await sendPassword(app, email);
    return browser.post('/api/auth/second-step', { code: added.code() });
  };
  const oldestProgram = async () =>
    (await app.context.database.reader.selectFrom('schema_range').selectAll().executeTakeFirstOrThrow())
      .oldest_program;
  return { ...app, added, stored, logIn, oldestProgram };
}

test("an app's secret lies sealed where the operator gives a key, and versions that cannot open it are shut out", async () => {
  const portal = await makePortal([one]);
  expect(await portal.stored()).not.toContain(portal.added.secret);
  expect((await portal.logIn()).status).toBe(200);
  expect(await portal.oldestProgram()).toBeGreaterThanOrEqual(34);
});

test('without a key it lies as it is, until there is one; a key is changed from one start to the next', async () => {
  const portal = await makePortal();
  expect(await portal.stored()).toBe(portal.added.secret);
  await startWith(portal.context, one);
  const sealed = await portal.stored();
  expect(sealed).not.toContain(portal.added.secret);
  expect(await portal.oldestProgram()).toBeGreaterThanOrEqual(34);
  await startWith(portal.context, one);
  expect(await portal.stored(), 'sealed once').toBe(sealed);
  await startWith(portal.context, two, one);
  await startWith(portal.context, two);
  expect((await portal.logIn()).status).toBe(200);
});

test('with another key no code fits, recovery codes do, and the log says why', async () => {
  const portal = await makePortal([one]);
  const lines: unknown[] = [];
  portal.context.log = { ...portal.context.log, warn: (line: unknown) => void lines.push(line) };
  await startWith(portal.context, two);
  expect(await portal.logIn()).toMatchObject({ status: 400, body: { message: words.codeWrong } });
  expect(lines.at(-1)).toContain('Add that key to SECRET_KEY');
  const { browser } = await sendPassword(portal, email);
  expect((await browser.post('/api/auth/second-step', { code: portal.added.codes[0] })).status).toBe(200);
});

test('a secret opens for its own account only', async () => {
  const portal = await makePortal([one]);
  const other = await portal.student('ravi@example.test');
  await portal.context.database.transaction(async (writer) => {
    await writer.updateTable('second_factors').set({ account_id: other.id }).execute();
    await markSecondFactor(writer, other.id);
  });
  portal.context.log = { ...portal.context.log, warn() {} };
  portal.clock.advance(30_000);
  const { browser } = await sendPassword(portal, 'ravi@example.test');
  expect(await browser.post('/api/auth/second-step', { code: portal.added.code() })).toMatchObject({
    status: 400,
    body: { message: words.codeWrong },
  });
});
