import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints } from './endpoints.ts';

/** Every text in a schema, by its path. */
function* textsOf(schema: z.ZodType, path: string): Generator<[string, z.ZodType]> {
  if (schema instanceof z.ZodString) yield [path, schema];
  else if (schema instanceof z.ZodObject)
    for (const [name, of] of Object.entries(schema.shape)) yield* textsOf(of as z.ZodType, `${path}.${name}`);
  else if (schema instanceof z.ZodRecord) yield* textsOf(schema.valueType as z.ZodType, `${path}.*`);
  else if (schema instanceof z.ZodArray) yield* textsOf(schema.element as z.ZodType, `${path}[]`);
  else if (schema instanceof z.ZodUnion)
    for (const of of schema.options) yield* textsOf(of as z.ZodType, path);
  else if (schema instanceof z.ZodPipe) yield* textsOf(schema.in as z.ZodType, path);
  else if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    yield* textsOf(schema.unwrap() as z.ZodType, path);
}

const takes = (schema: z.ZodType, text: string) => schema.safeParse(text).success;
const time = 'T10:30';

/** Those that take a day, with or without a time, and not any text. */
const dayFields = Object.entries(endpoints).flatMap(([name, call]) =>
  (['body', 'query'] as const)
    .flatMap((part) => [
      ...textsOf((call as Partial<Record<typeof part, z.ZodType>>)[part] ?? z.object({}), `${name} ${part}`),
    ])
    .filter(
      ([, schema]) =>
        !['soon', 'soon, in words'].some((text) => takes(schema, text)) &&
        ['', time].some((more) => takes(schema, `2026-11-29${more}`)),
    ),
);

test('the contract has the day fields of dates, extensions, announcements and filters', () => {
  const names = new Set(dayFields.map(([path]) => path.slice(path.lastIndexOf('.') + 1)));
  expect([...names]).toEqual(
    expect.arrayContaining(['start', 'date', 'viva_deadline', 'until', 'from', 'to', 'publish_at', 'day']),
  );
});

const wrongDays = [
  '0026-11-29',
  '1999-12-31',
  '2100-01-01',
  '9999-12-31',
  '12026-11-29',
  '+002026-11-29',
  '-2026-11-29',
  '2026-02-30',
  '2027-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-11-00',
  '26-11-29',
  '2026-1-5',
  '29/11/2026',
  '11/29/2026',
  '29.11.2026',
  '20261129',
  '2026-W48-7',
  '२०२६-११-२९',
  '२०26-11-29',
  '',
  ' ',
  '2026-11',
  '2026-11-29 ',
  ' 2026-11-29',
  '2026-11-29\n',
  '2026-11-29Z',
  '2026‑11‑29',
];
const wrongTimes = [
  'T24:00',
  'T23:60',
  'T10:30:60',
  'T1:30',
  'T10',
  'T10:30Z',
  'T10:30+05:30',
  ' 10:30',
  't10:30',
  'T१०:३०',
];

test.each(dayFields)('%s takes days from 2000 to 2099 alone', (_, schema) => {
  const more = takes(schema, '2026-11-29') ? '' : time;
  for (const day of ['2000-01-01', '2028-02-29', '2099-12-31'])
    expect(takes(schema, day + more), day).toBe(true);
  for (const day of wrongDays) expect(takes(schema, day + more), JSON.stringify(day + more)).toBe(false);
  for (const wrong of wrongTimes) expect(takes(schema, `2026-11-29${wrong}`), wrong).toBe(false);
  for (const day of ['1999-12-31', '2100-01-01', '0026-11-29'])
    expect(takes(schema, day + time), day).toBe(false);
});
