import { truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { markFields } from '#contract/marking/mark-sheet';
import { importFields } from '#contract/people/import-fields';
import { vivaFields } from '#contract/vivas/viva-sheet';
import { catalogueRecords } from '#server/catalogue/import/parse-catalogue';
import { readSources, sourceNames } from '#server/catalogue/import/read-sources';
import { maxTextBytes, textFault } from '#server/catalogue/texts/texts';
import { markRecord } from '#server/marking/import-marks';
import { personRecord } from '#server/people/imports/import-people';
import { readRow } from '#server/people/sheets/row-fields';
import { sheetLimits } from '#server/platform/sheets/sheet';
import { catalogueFolders } from '#server/projects/import-files';
import { makeImportFolder } from '#support/import-folder';
import { makeVivaOffice, planPath } from '#support/viva-office';
import { inputsIn, nameOf, schemaOf, type Input } from './hostile-inputs/inventory.ts';

/** What somebody gains with a file to import: by construction, each field, column and file of it is refused beyond its limit. */

const schemas: Readonly<Record<string, z.ZodObject>> = {
  ...catalogueRecords({ academyZone: 'Asia/Kolkata', frameHosts: [], publicUrl: null }),
  'people.csv': personRecord,
  'marks.csv': markRecord,
};
/** Longer than any text of an import may be. */
const farTooLong = 200_000;

/** For rules that look at several fields at once. */
const plainEntries: Readonly<Record<string, object>> = {
  'marks.csv': { email: 'asha@example.test', task: 'week-1', marks: '70' },
};

function entryWith({ path: to, kind, most }: Input): unknown {
  const length = most === undefined ? farTooLong : most + 1;
  const value = kind === 'text' ? 'x'.repeat(length) : Array.from({ length }, () => 'x');
  // A text in a list is its first one.
  return to.reduceRight<unknown>((part, name) => (name === '0' ? [part] : { [name]: part }), value);
}

test.each(Object.entries(schemas))('each field of %s is refused beyond its limit', (file, schema) => {
  const inputs = inputsIn({ call: file, part: 'body' }, [], schemaOf(schema));
  expect(inputs.map(({ path: [top] }) => top)).toEqual(expect.arrayContaining(textsOf(schema)));
  const taken = inputs.filter((input) => {
    const at = input.path.join('.');
    const entry = { ...plainEntries[file], ...(entryWith(input) as object) };
    const issues = schema.safeParse(entry).error?.issues ?? [];
    return !issues.some((issue) => at.startsWith(issue.path.join('.')) && issue.path.length > 0);
  });
  expect(taken.map(nameOf)).toEqual([]);
});

/** Fields of an entry but flags, numbers and words of a list, which nothing can be too long for. */
function textsOf(schema: z.ZodObject): string[] {
  const { properties = {} } = schemaOf(schema);
  const fixed = (one: (typeof properties)[string]): boolean =>
    one.enum !== undefined ||
    ['boolean', 'number', 'integer', 'null'].includes(one.type as string) ||
    (one.anyOf?.every(fixed) ?? false);
  return Object.keys(properties).filter((name) => !fixed(properties[name] ?? {}));
}

test('each column of a list of people is refused beyond its limit on screen', () => {
  const long = 'x'.repeat(sheetLimits.cell);
  for (const [index, field] of importFields.entries()) {
    const cells = importFields.map((_, at) => (at === index ? long : ''));
    expect(readRow(cells, importFields).faults).toHaveProperty(field);
  }
});

/** A cell of this length is read. */
const longestCell = 10_000;
/** Compared with the present mark, and stored nowhere; comments have the limit of a cell. */
const comparedOrFree = new Set(['token', 'comments']);

test.each([
  { sheet: 'viva times', to: `${planPath}/sheet/check`, fields: vivaFields, more: {} },
  { sheet: 'marks', to: '/api/staff/batches/OURS/marks/check', fields: markFields, more: { task: 'week-1' } },
])('each column of $sheet is refused beyond its limit', async ({ to, fields, more }) => {
  const { office, asha } = await makeVivaOffice('2026-11-30T06:00:00Z');
  const plain: Readonly<Record<string, string>> = {
    email: asha.email,
    day: '2026-12-03',
    time: '10:50',
    marks: '70',
    room: 'Room 2',
  };
  const send = (field: string, length: number) => {
    // Its email is how a student is found: another column is read without it.
    const others = field === 'phone' || field === 'name' ? { ...plain, email: '' } : plain;
    const row = fields.map((one) => (one === field ? 'x'.repeat(length) : (others[one] ?? '')));
    return office.post(to, {
      text: `${fields.join(',')}\n${row.join(',')}\n`,
      columns: [...fields],
      ...more,
    });
  };
  for (const field of fields) {
    const { status, body } = await send(field, longestCell + 1);
    expect({ field, status, body }).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('has more than 10,000 characters') },
    });
    if (comparedOrFree.has(field)) continue;
    const [row] = (await send(field, longestCell - 1)).body.rows as { state: string }[];
    expect(row?.state, field).toBe('wrong');
  }
});

test('a file that is too large is refused unread', async () => {
  const text = 50 * 1024 * 1024;
  const large = [
    ...[...sourceNames, 'people.xlsx', 'privacy.ml.md'].map((name) => ({ name, most: text })),
    ...catalogueFolders.map((folder) => ({ name: `${folder}/a.pdf`, most: 2 * 1024 * 1024 })),
  ];
  for (const { name, most } of large) {
    const folder = makeImportFolder({ [name]: '' });
    const file = path.join(folder, name);
    writeFileSync(file, 'x');
    // Sparse: it takes no room.
    truncateSync(file, most + 1);
    for (const from of [folder, file]) {
      const answer = await readSources(from).then(
        () => 'read',
        (error: Error) => error.message,
      );
      expect(answer, name).toContain(`has ${most + 1} bytes; `);
      expect(answer).toContain(`at most ${most}`);
    }
  }
});

test('a page of the portal has at most 100 KB', () => {
  expect(textFault('x'.repeat(maxTextBytes))).toBeNull();
  expect(textFault('x'.repeat(maxTextBytes + 1))).toBe('it is larger than 100 KB');
});
