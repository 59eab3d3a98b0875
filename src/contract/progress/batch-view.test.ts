import { expect, test } from 'vitest';
import { batchAddress, batchView, progressQuery, spelledBatch, studentAddress } from './batch-view.ts';

const view = (search: string) => batchView(new URLSearchParams(search));

test('an address without a choice shows everybody, furthest behind first, as a table', () => {
  expect(view('')).toEqual({ q: '', sort: 'behind', filter: null, project: null, as: 'table' });
  expect(view('sort=worst&filter=bad&as=list')).toEqual(view(''));
  expect(progressQuery(view(''))).toEqual({});
});

test('each choice is in the address and comes back from it; a project stands in place of a filter', () => {
  const chosen = view('q=+asha&sort=seen&filter=late&as=arches');
  expect(chosen).toEqual({ q: 'asha', sort: 'seen', filter: 'late', project: null, as: 'arches' });
  const address = batchAddress('MERN 2026/11', chosen);
  expect(address).toBe('/staff/batches/MERN%202026%2F11?q=asha&sort=seen&filter=late&as=arches');
  expect(batchView(new URL(address, 'http://portal.test').searchParams)).toEqual(chosen);
  const ofProject = view('filter=project:P001');
  expect(ofProject).toMatchObject({ filter: null, project: 'P001' });
  expect(progressQuery(ofProject)).toEqual({ project: 'P001' });
  expect(batchAddress('B', ofProject)).toBe('/staff/batches/B?filter=project%3AP001');
});

test('a column of marks is an order of the screen alone', () => {
  expect(view('sort=week-2').sort).toBe('week-2');
  expect(progressQuery(view('sort=week-2'))).toEqual({});
  expect(batchAddress('B', view('sort=week-2'))).toBe('/staff/batches/B?sort=week-2');
});

test('an address of before still shows the table', () => {
  expect(view('as=table')).toEqual(view(''));
});

test('a batch has the academy’s spelling where it is one’s own, a student an address of one segment', () => {
  expect(spelledBatch('mern-2026-11', ['MERN-2026-11'])).toBe('MERN-2026-11');
  expect(spelledBatch('other', ['MERN-2026-11'])).toBe('other');
  expect(studentAddress('a/b@example.test')).toBe('/staff/students/a%2Fb%40example.test');
});
