import { expect, test } from 'vitest';
import { limits } from '#contract/limits';
import { bytes, type Endpoint } from '#contract/wire/endpoint';
import { endpoints } from '#contract/wire/endpoints';
import { makePreviewFixture } from '#support/preview-fixture';
import { makeFuzzFixture, type FuzzFixture } from '../api/fuzz/fixtures.ts';
import type { Role } from '../api/fuzz/values.ts';
import { faultOfInput } from './hostile-inputs/bounded.ts';
import { fileRows, hostileFile } from './hostile-inputs/files.ts';
import { allInputs, nameOf, type Input } from './hostile-inputs/inventory.ts';
import { plainRequest, prepareRequest, withInput, type Given } from './hostile-inputs/requests.ts';
import { isLong, rows } from './hostile-inputs/rows.ts';
import { shapes } from './hostile-inputs/shapes.ts';

/**
 * What anybody gains with the texts, lists and files that the contract lets them send: the thread that serves everybody.
 * The inputs come from the contract; one that nothing here knows how to send fails.
 */

const long = allInputs.filter(isLong);
const files = allInputs.filter(({ kind }) => kind === 'file');
const short = allInputs.filter((input) => input.kind === 'text' && !isLong(input));
const lists = allInputs.filter(({ kind }) => kind === 'list');

test('each text, list and file of the contract is known here', () => {
  expect(allInputs.length).toBeGreaterThan(400);
  expect(long.filter(({ call }) => rows[call] === undefined).map(nameOf), 'texts without a row').toEqual([]);
  expect(
    Object.keys(rows).filter((call) => long.every((input) => input.call !== call)),
    'rows without a text',
  ).toEqual([]);
  expect(files.map(({ call }) => call).toSorted()).toEqual(Object.keys(fileRows).toSorted());
});

let sent = 0;
/** The call's request with a text in one place, which begins so that none is like another. */
async function prepareText(fixture: FuzzFixture, input: Input, text: string) {
  const row = rows[input.call];
  sent += 1;
  const given = plainRequest(fixture, input.call, await row?.given?.(fixture, sent));
  const begin = `${row?.begin ?? ''}${sent} `;
  const value = (begin + text).slice(0, Math.max(text.length, begin.length + 1));
  return prepareRequest(fixture, row?.as ?? 'administrator', input.call, withInput(given, input, value));
}

const sizes = [
  limits.submissionText,
  30_000,
  20_000,
  limits.question,
  5_000,
  2_000,
  1_000,
  200,
  limits.batch,
];

const longest = new Map<Input, number>();

/** The longest text of plain words that a call reads. */
async function longestOf(fixture: FuzzFixture, input: Input): Promise<number> {
  const known = longest.get(input);
  if (known !== undefined) return known;
  const { refused } = rows[input.call] ?? {};
  for (const size of [...(input.most === undefined ? [] : [input.most]), ...sizes]) {
    if (size > (input.most ?? Infinity)) continue;
    const words = `${'plain '.repeat(size / 6)}words`.slice(-size);
    const { status } = await (await prepareText(fixture, input, words))();
    if (status >= 300 && status !== refused) continue;
    longest.set(input, size);
    return size;
  }
  throw new Error(`${nameOf(input)} takes no plain text: its row is wrong`);
}

/** As many marks as the portal takes in. */
const inAddress = 1_200;
const inBody = limits.jsonBytes / 2 - 4_000;

test('a text that is too long, or of another form', async () => {
  const fixture = await makeFuzzFixture();
  const faults: string[] = [];
  const textOf = shapes['marks of two classes'] as (length: number) => string;
  for (const input of [...short, ...long]) {
    const most = input.part === 'body' ? inBody : inAddress;
    const fault = await faultOfInput((share) => prepareText(fixture, input, textOf(most * share)));
    if (fault !== null) faults.push(`${nameOf(input)} ${fault}`);
  }
  expect(faults).toEqual([]);
});

test('a list', async () => {
  const fixture = await makeFuzzFixture();
  const faults: string[] = [];
  for (const input of lists)
    for (const item of ['', 'a', 1, {}, [], null]) {
      const most =
        input.part === 'body'
          ? Math.floor((limits.jsonBytes - 4_000) / (JSON.stringify(item).length + 1))
          : 200;
      const fault = await faultOfInput((share) => {
        const { as = 'administrator' } = rows[input.call] ?? {};
        const given = plainRequest(fixture, input.call);
        const list = Array.from({ length: most * share }, () => item);
        return prepareRequest(fixture, as, input.call, withInput(given, input, list));
      });
      if (fault !== null) faults.push(`${nameOf(input)} of ${JSON.stringify(item)} ${fault}`);
    }
  expect(faults).toEqual([]);
});

/** Shapes of each test run; the others are tried in the long one. */
const usual = new Set(['marks of two classes', 'words of nine scripts']);
const tagsOf = (shape: string) => (usual.has(shape) ? {} : { tags: 'full' as const });

for (const shape of Object.keys(shapes))
  test(`a file of ${shape}, and its preview`, { ...tagsOf(shape), timeout: 120_000 }, async () => {
    const fixture = await makeFuzzFixture();
    const { open, submit } = await makePreviewFixture();
    const faults: string[] = [];
    for (const [call, { as, field, endings, beside, params }] of Object.entries(fileRows))
      for (const ending of endings) {
        const fault = await faultOfInput((share) => {
          const body = { ...beside, [field]: hostileFile(shape, ending, share) };
          const more: Partial<Given> = { body, ...(params && { params }) };
          return prepareRequest(fixture, as, call, plainRequest(fixture, call, more));
        });
        if (fault !== null) faults.push(`${call} of ${ending} ${fault}`);
      }
    for (const ending of ['csv', 'txt', 'zip', 'js']) {
      const fault = await faultOfInput(async (share) => {
        const id = await submit(hostileFile(shape, ending, share).bytes, `work.${ending}`);
        return () => open(id);
      });
      if (fault !== null) faults.push(`a preview of ${ending} ${fault}`);
    }
    expect(faults).toEqual([]);
  });

const readers = ['student', 'mentor', 'administrator'] as const satisfies readonly Role[];
/** Streams do not end. */
const streams = new Set(['followDiscussion', 'followPrivate']);
const readings = Object.entries<Endpoint>(endpoints).filter(
  ([name, { method }]) => method === 'GET' && !streams.has(name),
);

for (const shape of Object.keys(shapes))
  test(
    `long texts of ${shape}, and whatever reads them`,
    { ...tagsOf(shape), timeout: 120_000 },
    async () => {
      const textOf = shapes[shape] as (length: number) => string;
      const faults: string[] = [];
      const fixture = await makeFuzzFixture();
      for (const input of long) {
        const most = await longestOf(fixture, input);
        const fault = await faultOfInput((share) => prepareText(fixture, input, textOf(most * share)));
        if (fault !== null) faults.push(`${nameOf(input)} ${fault}`);
      }
      const portals = new Map<number, FuzzFixture>();
      /** A portal that has one of each text. */
      const portalOf = async (share: number): Promise<FuzzFixture> => {
        const known = portals.get(share);
        if (known !== undefined) return known;
        const made = await makeFuzzFixture();
        for (const input of long)
          await (
            await prepareText(made, input, textOf((await longestOf(fixture, input)) * share))
          )();
        portals.set(share, made);
        return made;
      };
      for (const [call, { answers }] of readings)
        for (const role of readers) {
          const fault = await faultOfInput(async (share) => {
            const read = await portalOf(share);
            const words = textOf(limits.questionSearch);
            const query = call === 'findQuestions' ? { q: words } : { text: words };
            const asks = call === 'findQuestions' || call === 'findSimilarQuestions';
            return prepareRequest(read, role, call, plainRequest(read, call, asks ? { query } : {}));
          }, answers[200] === bytes);
          if (fault !== null) faults.push(`${call} of ${role} ${fault}`);
        }
      expect(faults).toEqual([]);
    },
  );
