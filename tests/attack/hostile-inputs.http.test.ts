import { expect, test } from 'vitest';
import { limits } from '#contract/limits';
import { bytes, type Endpoint } from '#contract/wire/endpoint';
import { endpoints } from '#contract/wire/endpoints';
import { makePreviewFixture } from '#support/preview-fixture';
import { makeFuzzFixture, type FuzzFixture } from '../api/fuzz/fixtures.ts';
import type { Role } from '../api/fuzz/values.ts';
import { faultOfInput } from './hostile-inputs/bounded.ts';
import { fileRows, hostileFile } from './hostile-inputs/files.ts';
import { wayOf } from './hostile-inputs/forms.ts';
import { allInputs, nameOf, type Input } from './hostile-inputs/inventory.ts';
import { pagesOf, servePages } from './hostile-inputs/pages.ts';
import { plainRequest, prepareRequest, withInput, type Given } from './hostile-inputs/requests.ts';
import { rows } from './hostile-inputs/rows.ts';
import { shapes, usualShape } from './hostile-inputs/shapes.ts';
import { shortRows } from './hostile-inputs/short-rows.ts';

/**
 * What anybody gains with the texts, lists and files that the contract lets them send: the thread that serves everybody.
 * The inputs come from the contract; one that nothing here knows how to send fails.
 */

const texts = allInputs.filter(({ kind }) => kind === 'text');
const files = allInputs.filter(({ kind }) => kind === 'file');
const lists = allInputs.filter(({ kind }) => kind === 'list');
const ofKind = (kind: 'long' | 'short') => texts.filter((input) => wayOf(input)?.kind === kind);
const long = ofKind('long');
/** What ends something comes last. */
const short = ofKind('short').toSorted(
  (one, other) =>
    Number(shortRows[one.call]?.isAnEnd ?? false) - Number(shortRows[other.call]?.isAnEnd ?? false),
);

const callsOf = (inputs: readonly Input[]) => [...new Set(inputs.map(({ call }) => call))].toSorted();

test('each text, list and file of the contract is known here', () => {
  expect(allInputs.length).toBeGreaterThan(500);
  expect(texts.filter((input) => wayOf(input) === null).map(nameOf), 'texts of no known form').toEqual([]);
  expect(Object.keys(rows).toSorted(), 'rows of long texts').toEqual(callsOf(long));
  expect(Object.keys(shortRows).toSorted(), 'rows of short texts').toEqual(callsOf(short));
  expect(Object.keys(fileRows).toSorted(), 'rows of files').toEqual(callsOf(files));
});

const rowOf = (input: Input) => (wayOf(input)?.kind === 'short' ? shortRows : rows)[input.call];

let sent = 0;
/** The call's request with a text in one place, which begins so that none is like another. */
async function prepareText(fixture: FuzzFixture, input: Input, text: string) {
  const row = rowOf(input);
  sent += 1;
  const given = plainRequest(fixture, input.call, await row?.given?.(fixture, sent));
  const begin = `${row?.begin ?? ''}${sent} `;
  const value = (begin + text).slice(0, Math.max(text.length, begin.length + 1));
  return prepareRequest(fixture, row?.as ?? 'administrator', input.call, withInput(given, input, value));
}

const { submissionText, question, batch } = limits;
const sizes = [submissionText, 30_000, 20_000, question, 5_000, 2_000, 1_000, 200, batch, 20, 10];

const longest = new Map<Input, number>();

/** The longest text of plain words that a call reads. */
async function longestOf(fixture: FuzzFixture, input: Input): Promise<number> {
  const known = longest.get(input);
  if (known !== undefined) return known;
  let status = 0;
  for (const size of [...(input.most === undefined ? [] : [input.most]), ...sizes]) {
    if (size > (input.most ?? Infinity)) continue;
    const words = `${'plain '.repeat(size / 6)}words`.slice(-size);
    ({ status } = await (await prepareText(fixture, input, words))());
    if (status >= 300 && rowOf(input)?.refused?.includes(status) !== true) continue;
    longest.set(input, size);
    return size;
  }
  throw new Error(`${nameOf(input)} takes no plain text, but answers ${status}: its row is wrong`);
}

/** As many characters as an address takes. */
const inAddress = 1_200;

const manyMarks = shapes['marks of two classes'] as (length: number) => string;

/** Of each text: many marks, and what nearly has its form. */
async function faultsOfTooLong(inBody: number): Promise<string[]> {
  const fixture = await makeFuzzFixture();
  const faults: string[] = [];
  for (const input of texts) {
    // Each takes long where all share a fault.
    if (faults.length > 5) break;
    const most = input.part === 'body' ? inBody : inAddress;
    const way = wayOf(input);
    const nearly = way?.kind === 'form' ? [way.near] : [];
    const row = rowOf(input);
    // A mark takes two bytes.
    for (const textOf of [(length: number) => manyMarks(length / 2), ...nearly]) {
      const fault = await faultOfInput((share) => {
        const given = withInput(plainRequest(fixture, input.call), input, textOf(most * share));
        return prepareRequest(fixture, row?.as ?? 'administrator', input.call, given);
      });
      if (fault !== null) faults.push(`${nameOf(input)} ${fault}`);
    }
  }
  return faults;
}

const full = { tags: 'full' as const, timeout: 300_000 };
const tagsOf = (shape: string) => (shape === usualShape ? { timeout: 120_000 } : full);

/** Long enough to tell what grows with the square. */
const enough = 48_000;

test('a text that is too long, or nearly of its form; a list', { timeout: 120_000 }, async () => {
  expect(await faultsOfTooLong(enough)).toEqual([]);
  expect(await faultsOfLists(enough)).toEqual([]);
});

test('the same where it fills a request', full, async () => {
  expect(await faultsOfTooLong(limits.jsonBytes - 8_000)).toEqual([]);
  expect(await faultsOfLists(limits.jsonBytes - 4_000)).toEqual([]);
});

async function faultsOfLists(inBody: number): Promise<string[]> {
  const fixture = await makeFuzzFixture();
  const faults: string[] = [];
  for (const input of lists)
    for (const item of ['', 'a', 1, {}, [], null]) {
      const most = input.part === 'body' ? Math.floor(inBody / (JSON.stringify(item).length + 1)) : 200;
      const fault = await faultOfInput((share) => {
        const { as = 'administrator' } = rows[input.call] ?? {};
        const given = plainRequest(fixture, input.call);
        const list = Array.from({ length: most * share }, () => item);
        return prepareRequest(fixture, as, input.call, withInput(given, input, list));
      });
      if (fault !== null) faults.push(`${nameOf(input)} of ${JSON.stringify(item)} ${fault}`);
    }
  return faults;
}

for (const shape of Object.keys(shapes))
  test(`a file of ${shape}, and its preview`, tagsOf(shape), async () => {
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
  test(`texts of ${shape}, and each call and page that reads them`, tagsOf(shape), async () => {
    const textOf = shapes[shape] as (length: number) => string;
    const portals = new Map<number, FuzzFixture>();
    /** A portal that has one of each text. */
    const portalOf = async (share: number): Promise<FuzzFixture> => {
      const known = portals.get(share);
      if (known !== undefined) return known;
      const made = await makeFuzzFixture();
      for (const input of [...long, ...short]) {
        if (rowOf(input)?.isAnEnd === true) continue;
        await (
          await prepareText(made, input, textOf((await longestOf(made, input)) * share))
        )();
      }
      portals.set(share, made);
      return made;
    };
    const fixture = await makeFuzzFixture();
    const faults: string[] = [];
    for (const input of [...long, ...short]) {
      const most = await longestOf(fixture, input);
      const fault = await faultOfInput((share) => prepareText(fixture, input, textOf(most * share)));
      if (fault !== null) faults.push(`${nameOf(input)} ${fault}`);
    }
    for (const [call, { answers }] of readings)
      for (const role of readers) {
        const fault = await faultOfInput(
          async (share) => {
            const read = await portalOf(share);
            const words = textOf(limits.questionSearch);
            const query = call === 'findQuestions' ? { q: words } : { text: words };
            const asks = call === 'findQuestions' || call === 'findSimilarQuestions';
            return prepareRequest(read, role, call, plainRequest(read, call, asks ? { query } : {}));
          },
          answers[200] === bytes ? 'file' : 'call',
        );
        if (fault !== null) faults.push(`${call} of ${role} ${fault}`);
      }
    let rendered = 0;
    const served = new Map<number, ReturnType<typeof servePages>>();
    const servedOf = async (share: number) => {
      const known = served.get(share) ?? portalOf(share).then(servePages);
      served.set(share, known);
      return known;
    };
    for (const role of readers)
      for (const [at, page] of pagesOf(fixture, role).entries()) {
        const fault = await faultOfInput(async (share) => {
          const read = await (await servedOf(share))(role);
          return async () => {
            const answer = await read(at);
            if (answer.status === 200) rendered += 1;
            return answer;
          };
        }, 'page');
        if (fault !== null) faults.push(`the page ${page} of ${role} ${fault}`);
      }
    expect(faults).toEqual([]);
    // Of each screen, at least one reader's.
    expect(rendered).toBeGreaterThan(60);
  });
