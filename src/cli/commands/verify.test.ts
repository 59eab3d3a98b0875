import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fingerprintOf, makeKeyPair } from '#server/platform/signing/key-pair';
import { signDocument, withoutFields } from '#server/platform/signing/signed-document';
import { signReceipt } from '#server/submissions/receipts/receipt-signature';
import { runCommand } from '../run-command.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'capstone-verify-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pair = makeKeyPair();
const work = 'what I made';
const unsigned = {
  number: 'CAP-7K3M-92QX-W4TD-A8JH',
  task: 'week-1',
  version: 2,
  submitted_at: '2026-11-21T09:00:00.000Z',
  late: false,
  links: '',
  comments: 'ചെയ്തു',
  file: {
    id: 'F',
    name: 'പണി.txt',
    bytes: Buffer.byteLength(work),
    sha256: createHash('sha256').update(work).digest('hex'),
  },
  student: { s_id: 'asha@example.test', s_name: 'Asha' },
  academy: 'ICTAK',
  zone: 'Asia/Kolkata',
  key: pair.publicKey,
};
const signed = { ...unsigned, signature: signReceipt(unsigned, pair) };

function write(name: string, content: unknown): string {
  const file = path.join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}
const receipt = write('receipt.json', signed);
const file = write('work.txt', work);

async function verify(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCommand(
    ['verify', ...args],
    (line) => out.push(line),
    (line) => err.push(line),
  );
  return { code, out: out.join('\n'), err };
}

test('a genuine receipt says so, and that its key was only its own', async () => {
  const { code, out, err } = await verify(receipt);
  expect({ code, err }).toEqual({ code: 0, err: [] });
  expect(out).toContain('Genuine: receipt CAP-7K3M-92QX-W4TD-A8JH of ICTAK.');
  expect(out).toContain('Asha (asha@example.test) submitted week-1, version 2');
  expect(out).toContain('The file was not checked');
  expect(out).toContain('Only the key inside the receipt was used');
});

test('with the key and the file everything is checked', async () => {
  const { code, out } = await verify(receipt, file, '--key', pair.publicKey);
  expect(code).toBe(0);
  expect(out).toContain('The file is the submitted one: പണി.txt');
  expect(out).toContain('checked with the given key');
  expect(out).not.toContain('Only');
});

const declaration = { statement: 'This is my own work.', ai_use: 'parts', ai_text: 'The tests' };
const declaring = { ...unsigned, declaration };
const declared = { ...declaring, signature: signReceipt(declaring, pair) };

test('a declaration is checked with the receipt that has one', async () => {
  const { code, out } = await verify(write('declared.json', declared), '--key', pair.publicKey);
  expect(code).toBe(0);
  expect(out).toContain('checked with the given key');
});

const other = makeKeyPair();
const forged = { ...unsigned, key: other.publicKey, late: true };
test.each<[string, string[], string]>([
  ['another value', [write('a.json', { ...signed, version: 1 })], 'the signature does not match'],
  [
    'another letter of the declaration',
    [write('h.json', { ...declared, declaration: { ...declaration, statement: 'This is my owm work.' } })],
    'the signature does not match',
  ],
  ['a field more', [write('b.json', { ...signed, marks: 100 })], 'the signature does not match'],
  ['a field less', [write('c.json', { ...signed, student: undefined })], 'fields of the receipt are missing'],
  ['another file', [receipt, write('else.txt', 'what i made')], 'is not the file that the receipt names'],
  ['a longer file', [receipt, write('longer.txt', `${work}!`)], 'is not the file that the receipt names'],
  [
    "somebody's own key",
    [write('d.json', { ...forged, signature: signReceipt(forged, other) }), '--key', pair.publicKey],
    'was not signed with the given key',
  ],
  [
    'a member twice',
    [write('twice.json', JSON.stringify(signed).replace('"late":', '"late":true,"late":'))],
    'two members with the same name',
  ],
  ['another JSON file', [path.resolve('package.json')], 'package.json is not a receipt: it has no number'],
  ['an empty object', [write('i.json', '{}')], 'is not a receipt: it has no number'],
  ['a key file', [write('j.json', '{"key":"a","key":"b"}')], 'is not a receipt: it has no number'],
  ['a receipt without signature', [write('k.json', unsigned)], 'Altered: fields of the receipt are missing'],
  ['no JSON', [write('e.json', 'Receipt')], 'does not hold a JSON object'],
  ['a list', [write('f.json', '[]')], 'does not hold a JSON object'],
  ['no such file', [path.join(folder, 'nowhere.json')], 'There is no file'],
  ['a folder', [folder], 'is not a file'],
  ['no key', [receipt, '--key', 'abc'], '--key is not a public key'],
])('%s ends with one line and code 1', async (_, args, words) => {
  const { code, out, err } = await verify(...args);
  expect({ code, out, lines: err.length }).toEqual({ code: 1, out: '', lines: 1 });
  expect(err[0]).toContain(words);
});

test('a file submitted without a file of its own is told so', async () => {
  const bare = { ...unsigned, file: null };
  const without = write('g.json', { ...bare, signature: signReceipt(bare, pair) });
  expect((await verify(without)).code).toBe(0);
  expect((await verify(without, file)).err[0]).toContain('no file was submitted');
});

const fields = [
  { name: 'name', value: 'ആശ മേനോൻ' },
  { name: 'result', value: '72 of 100' },
];
const certificate = signDocument(
  { type: 'capstone-certificate', number: 'CAP-2026-1', signedAt: '2026-11-29T20:00:00.000Z', fields },
  pair,
);

test('a certificate is signed by this key on this day; whether it was revoked, only the portal knows', async () => {
  const { code, out } = await verify(write('certificate.json', certificate), '--key', pair.publicKey);
  expect(code).toBe(0);
  expect(out.split('\n')).toEqual([
    `Signed: certificate CAP-2026-1, by the key ${pair.publicKey} on 2026-11-29 (UTC).`,
    'name: ആശ മേനോൻ',
    'result: 72 of 100',
    `Fingerprint of the key, as printed on paper: ${fingerprintOf(pair.publicKey)}.`,
    'Ask the portal whether it was revoked or replaced: this file cannot say so.',
    'The signature was checked with the given key.',
  ]);
  const own = await verify(write('certificate.json', certificate));
  expect(own.out).toContain(`Only the key inside the document was used. Compare ${pair.publicKey}`);
});

test('a document whose texts were erased still verifies, and says that some are missing', async () => {
  const erased = withoutFields(certificate, (name) => name === 'name');
  const { code, out } = await verify(write('erased.json', erased));
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('1 field of the document') });
  expect(out).not.toContain('name:');
});

test('a record of a viva says who signed it and when, whole or with fields withheld; one changed letter fails', async () => {
  const said = [
    { name: 'academy', value: 'ICTAK' },
    { name: 'question', value: ['Q&A', 'Why SQLite?', 'with-help'] },
    { name: 'words', value: ['Kavitha Das', 'Knows the code.'] },
  ];
  const record = signDocument(
    {
      type: 'capstone-viva-record',
      number: 'VIVA-2026-1',
      signedAt: '2026-11-29T20:00:00.000Z',
      fields: said,
    },
    pair,
  );
  const whole = await verify(write('record.json', record), '--key', pair.publicKey);
  expect(whole).toMatchObject({ code: 0 });
  expect(whole.out.split('\n').slice(0, 3)).toEqual([
    `Signed: viva record VIVA-2026-1, by the key ${pair.publicKey} on 2026-11-29 (UTC).`,
    'academy: ICTAK',
    'question: Q&A, Why SQLite?, with-help',
  ]);
  const own = await verify(
    write(
      'own.json',
      withoutFields(record, (name) => name === 'words'),
    ),
  );
  expect(own).toMatchObject({ code: 0, out: expect.stringContaining('1 field of the document') });
  const text = JSON.stringify(record).replace('Why SQLite?', 'Why SQLitf?');
  expect((await verify(write('changed.json', JSON.parse(text)))).code).toBe(1);
});

test.each([
  [
    'a changed text',
    { ...certificate, fields: [{ ...certificate.fields[0], value: 'A' }, certificate.fields[1]] },
  ],
  ['a changed number', { ...certificate, number: 'CAP-2026-2' }],
  ['a receipt made of it', { ...certificate, commitments: undefined }],
  ['another key', { ...certificate, key: makeKeyPair().publicKey }],
])('%s is not genuine', async (_, forged) => {
  const { code, err } = await verify(write('forged.json', forged));
  expect({ code, err }).toEqual({ code: 1, err: [expect.stringMatching(/^Altered: /)] });
});

test('a later format is no accusation', async () => {
  const { code, err } = await verify(write('later.json', { ...certificate, format: 2 }));
  expect({ code, err }).toEqual({ code: 1, err: [expect.stringContaining('Use a newer Capstone.')] });
});
