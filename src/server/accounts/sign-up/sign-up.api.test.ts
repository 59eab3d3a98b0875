import { expect, test } from 'vitest';
import { limits } from '#contract/limits';
import { messages } from '#contract/messages';
import { serverMessages } from '../../platform/http/server-messages.ts';
import { usualPasswords } from '#support/cheap-passwords';
import { buildStudent } from '#support/factories';
import { makeTestApp, type TestApp } from '#support/test-app';

const asha = {
  name: 'Asha Menon',
  email: 'asha@example.test',
  password: 'secret1',
  phone: '9876543210',
  batch: 'ANY',
};
const order = ['name', 'email', 'password', 'phone', 'batch'] as const;
type Field = (typeof order)[number];

const signUp = ({ nobody }: TestApp, fields: Record<string, unknown> = {}) =>
  nobody.post('/api/auth/signup', { ...asha, ...fields });

const accountOf = ({ context }: TestApp, email: string) =>
  context.database.reader.selectFrom('accounts').where('email', '=', email).selectAll().executeTakeFirst();

const refusals: Record<Field, { words: string; wrong: unknown[] }> = {
  name: { words: 'Name is required', wrong: [undefined, null, '', '   ', 7, ['Asha'], { first: 'Asha' }] },
  email: {
    words: 'A valid email is required',
    wrong: [
      undefined,
      null,
      '',
      '  ',
      7,
      {},
      'asha',
      'asha@example',
      'a sha@example.test',
      '@example.test',
      'a@@b.c',
    ],
  },
  password: {
    words: 'Password must be at least 6 characters long',
    wrong: [undefined, null, '', '12345', 123456, ['secret1']],
  },
  phone: {
    words: 'A valid phone number is required',
    wrong: [
      undefined,
      null,
      '',
      '123456789',
      '12345678901',
      '+919876543210',
      '98765 43210',
      '98765-43210',
      ' 9876543210 ',
      '9876543210\n',
      '१२३४५६७८९०',
      9876543210,
    ],
  },
  batch: { words: 'Batch name is required', wrong: [undefined, null, '', '  ', 7, {}] },
};

test('each field is checked, in the words of the specification, and nothing is kept of what is refused', async () => {
  const app = await makeTestApp();
  for (const field of order) {
    const { words, wrong } = refusals[field];
    for (const value of wrong) {
      const answer = await signUp(app, { [field]: value });
      expect(answer, `${field} ${JSON.stringify(value)}`).toMatchObject({
        status: 400,
        body: { message: words, code: 'bad_request' },
      });
    }
  }
  expect(await app.context.database.reader.selectFrom('accounts').select('id').execute()).toEqual([]);
});

test('of several failing checks the first is told', async () => {
  const app = await makeTestApp();
  const broken: Record<string, unknown> = Object.fromEntries(order.map((field) => [field, '']));
  for (const field of order) {
    expect((await signUp(app, broken)).body.message).toBe(refusals[field].words);
    broken[field] = asha[field];
  }
  expect((await signUp(app, broken)).status).toBe(201);
});

test.each([
  ['name', 'n'.repeat(limits.name + 1)],
  ['email', `${'e'.repeat(limits.email)}@example.test`],
  ['password', 'p'.repeat(limits.passwordMax + 1)],
  ['batch', 'b'.repeat(limits.batch + 1)],
])('%s has an end', async (field, value) => {
  expect((await signUp(await makeTestApp(), { [field]: value })).status).toBe(400);
});

test('name, address and batch are trimmed, the address lower-cased, the password left as it is', async () => {
  const app = await makeTestApp();
  const answer = await signUp(app, {
    name: '  Asha Menon ',
    email: ' \tAsha@Example.TEST ',
    password: ' spaces ',
    phone: '9876543210',
    batch: ' Any ',
  });
  expect(answer).toMatchObject({
    status: 201,
    body: {
      message: messages.signedUp,
      student: { s_id: 'asha@example.test', s_name: 'Asha Menon', role: 'student', batch: null, batches: [] },
    },
  });
  const row = await accountOf(app, 'asha@example.test');
  expect(row).toMatchObject({ name: 'Asha Menon', phone: '9876543210', typed_batch: 'Any' });
  const hash = row?.password_hash ?? null;
  expect(await app.context.passwords.verify(' spaces ', hash)).toBe(true);
  expect(await app.context.passwords.verify('spaces', hash)).toBe(false);
});

test('of the password only an Argon2id hash is kept', async () => {
  const app = await makeTestApp({ passwords: usualPasswords() });
  const password = 'a password that must not stay';
  expect((await signUp(app, { password })).status).toBe(201);
  const row = await accountOf(app, asha.email);
  expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=2\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(JSON.stringify(row)).not.toContain(password);
});

test('signing up signs nobody in', async () => {
  const answer = await signUp(await makeTestApp());
  expect(answer.status).toBe(201);
  expect(answer.headers['set-cookie']).toBeUndefined();
});

test('an address that is taken is refused, however it is written', async () => {
  const app = await makeTestApp();
  await buildStudent(app.context, { email: 'asha@example.test', name: 'The first' });
  for (const email of ['asha@example.test', ' ASHA@example.test']) {
    expect(await signUp(app, { email })).toMatchObject({
      status: 409,
      body: { message: serverMessages.emailTaken, code: 'conflict' },
    });
  }
  expect(await accountOf(app, 'asha@example.test')).toMatchObject({ name: 'The first', password_hash: null });
});

test('of signups at once with one address exactly one succeeds', async () => {
  const app = await makeTestApp();
  const names = ['Asha', 'Not Asha', 'Nobody'];
  // Each hashes only once all have found the address free.
  const allHaveLooked = Promise.withResolvers<void>();
  const { hash: hashNow } = app.context.passwords;
  let looked = 0;
  app.context.passwords.hash = async (...args) => {
    if (++looked === names.length) allHaveLooked.resolve();
    await allHaveLooked.promise;
    return hashNow(...args);
  };
  const answers = await Promise.all(names.map((name) => signUp(app, { name })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  const winner = answers.find(({ status }) => status === 201);
  expect((await accountOf(app, asha.email))?.name).toBe(winner?.body.student.s_name);
});

test("a name with unseen characters or an address is refused in the portal's own words, after all other checks", async () => {
  const app = await makeTestApp();
  for (const name of [
    'Asha\nKumari',
    'Asha \u202Egpj',
    'Asha\u001B[31m',
    'Asha https://evil.test',
    'asha@evil.test',
    '...',
  ]) {
    const { status, body } = await signUp(app, { name });
    expect({ status, message: body.message }, name).toEqual({ status: 400, message: messages.nameNotPlain });
    // The specification's checks come first, also those of later fields.
    const { body: other } = await signUp(app, { name, batch: '' });
    expect(other.message, name).toBe('Batch name is required');
  }
  const addresses = ['as\u001Bha@example.test', 'asha@exam\u202Eple.test'];
  for (const email of addresses)
    expect((await signUp(app, { email })).body.message).toBe('A valid email is required');
  // Malayalam, with the joiners without which it cannot be written.
  expect((await signUp(app, { name: 'നന്\u200Cദന ക്\u200Dഷേമ' })).status).toBe(201);
});
