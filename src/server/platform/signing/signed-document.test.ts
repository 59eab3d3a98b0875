import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';
import { makeKeyPair } from './key-pair.ts';
import {
  commit,
  signDocument,
  type SignedDocument,
  verifyDocument,
  withoutFields,
} from './signed-document.ts';

const pair = makeKeyPair();
const fields = [
  { name: 'name', value: 'ലക്ഷ്മി നായർ' },
  { name: 'result', value: '72' },
  { name: 'result', value: '27' },
  { name: 'marks', value: ['80', 'absent', ''] },
];
const given = { type: 'capstone-certificate', number: 'CAP-1', signedAt: '2026-11-29T10:00:00.000Z', fields };
const document = signDocument(given, pair);
const copy = (): any => JSON.parse(JSON.stringify(document));

test('it begins with type, format and key, and holds as it was signed', () => {
  expect(Object.keys(document).slice(0, 3)).toEqual(['type', 'format', 'key']);
  expect(verifyDocument(document)).toEqual(document);
  expect(verifyDocument(copy())).toEqual(document);
});

test('a commitment is what the decision says', async () => {
  const salt = 'AAAAAAAAAAAAAAAAAAAAAA';
  const text = '["AAAAAAAAAAAAAAAAAAAAAA","capstone-sheet",2,"name","Asha"]';
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  expect(commit('capstone-sheet', 2, { salt, name: 'name', value: 'Asha' })).toBe(
    Buffer.from(hash).toString('base64url'),
  );
});

/** Every text of a document, by where it is. */
function texts(value: unknown, at: (string | number)[] = []): (string | number)[][] {
  if (typeof value === 'string') return [at];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, inner]) => texts(inner, [...at, name]));
}

test('one changed letter anywhere fails, in each of its texts at each place', () => {
  let tried = 0;
  for (const at of texts(document)) {
    const text = at.reduce<any>((value, name) => value[name], document) as string;
    for (let place = 0; place <= text.length; place += 1) {
      for (const letter of [String.fromCharCode((text.charCodeAt(place) || 64) + 1), '']) {
        const changed = text.slice(0, place) + letter + text.slice(place + 1);
        if (changed === text) continue;
        const forged = copy();
        const last = at.at(-1) as string;
        at.slice(0, -1).reduce<any>((value, name) => value[name], forged)[last] = changed;
        expect(verifyDocument(forged), `${at.join('.')} at ${place}`).toBeNull();
        tried += 1;
      }
    }
  }
  expect(tried).toBeGreaterThan(800);
});

test('fields and commitments cannot be swapped, dropped, added or renamed', () => {
  const forge = (change: (forged: any) => void) => {
    const forged = copy();
    change(forged);
    return verifyDocument(forged);
  };
  const swap = (list: unknown[]) => ([list[1], list[2]] = [list[2], list[1]]);
  expect(
    forge(({ fields }) => swap(fields)),
    'fields',
  ).toBeNull();
  expect(
    forge(({ commitments }) => swap(commitments)),
    'commitments',
  ).toBeNull();
  const both = forge(({ fields, commitments }) => {
    swap(fields);
    swap(commitments);
  });
  expect(both, 'both').toBeNull();
  expect(
    forge(({ fields }) => fields.pop()),
    'one less',
  ).toBeNull();
  expect(
    forge((forged) => (forged.fields.pop(), forged.commitments.pop())),
    'both less',
  ).toBeNull();
  expect(
    forge(({ fields }) => fields.push(fields[0])),
    'one more',
  ).toBeNull();
  expect(
    forge((forged) => (forged.note = 'with honours')),
    'a member more',
  ).toBeNull();
  expect(
    forge(({ fields }) => (fields[0].note = 'x')),
    'a member more in a field',
  ).toBeNull();
  expect(
    forge((forged) => (forged.format = 2)),
    'another format',
  ).toBeNull();
  expect(
    forge((forged) => (forged.type = 'capstone-sheet')),
    'another type',
  ).toBeNull();
  expect(
    forge((forged) => (forged.key = makeKeyPair().publicKey)),
    'another key',
  ).toBeNull();
  expect(
    forge(({ fields }) => (fields[0].value = '\ud800')),
    'half a character',
  ).toBeNull();
});

test('after texts and salts are erased the signature still holds, and nothing of them is left', () => {
  const erased = withoutFields(document, (name) => name === 'name' || name === 'marks');
  expect(verifyDocument(JSON.parse(JSON.stringify(erased)))).toEqual(erased);
  expect(erased.fields.map((one) => one?.name ?? null)).toEqual([null, 'result', 'result', null]);
  const [name] = document.fields;
  expect(JSON.stringify(erased)).not.toContain(name?.salt);
  const none = withoutFields(document, () => true);
  expect(verifyDocument(none)).toEqual(none);
  // What another wrote in its place is no part of it.
  const filled = {
    ...erased,
    fields: [{ ...name, salt: name?.salt, value: 'Asha' }, ...erased.fields.slice(1)],
  };
  expect(verifyDocument(filled)).toBeNull();
});

test('equal texts have different salts and commitments, in one document and in the next', () => {
  const same = { ...given, fields: [fields[0]!, fields[0]!] };
  const [one, other] = [signDocument(same, pair), signDocument(same, pair)];
  const all: string[] = [one, other].flatMap(({ commitments, fields }: SignedDocument) => [
    ...commitments,
    ...fields.map((field) => field?.salt ?? ''),
  ]);
  expect(new Set(all).size).toBe(8);
});

test('what the key signs elsewhere has other bytes: a receipt is an object, a document a list', () => {
  expect(canonicalJson({ number: 'CAP-1', key: pair.publicKey })).toMatch(/^\{/);
  expect(canonicalJson([document.type, document.format])).toMatch(/^\["capstone-certificate",1/);
});
