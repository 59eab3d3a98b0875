import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { qrPath } from '../../platform/qr-path.ts';
import { layout1, type Paper } from './layout-1.ts';

const address = 'https://portal.example.org/verify/CERT-2026-7K3M-92QX-W4TDA';
const paper: Paper = {
  language: 'en',
  name: 'ലക്ഷ്മി എൻ. നായരുടെ',
  heading: 'Certificate of completion',
  sentence: 'has completed the course MERN at ICTAK with the capstone project Tokens & Queues <1>.',
  result: '72.5 of 100',
  grade: 'First class',
  lines: [],
  academy: 'ICTAK',
  signatory: 'Latha Menon',
  role: 'Head of academics',
  issued_on: '2026-11-29',
  number: 'CERT-2026-7K3M-92QX-W4TDA',
  address,
  qr: qrPath(address),
  logo: null,
  background: null,
};

test('a layout that was used is never changed: a new one gets the next number', () => {
  const html =
    layout1(paper) + layout1({ ...paper, lines: ['Week 1: absent'], logo: 'data:image/png;base64,AA==' });
  expect(createHash('sha256').update(html).digest('hex')).toBe(
    '4d0f67599adc174f75e9197f689c3ef6b711bbab521d1ba7d1a03fdf940ac8b7',
  );
});

test('texts are shown as they are, and run nothing', () => {
  const html = layout1({ ...paper, name: '<script>alert(1)</script>', logo: 'x" onerror="1' });
  expect(html).not.toContain('<script');
  expect(html).not.toContain('" onerror');
  expect(layout1(paper)).toContain('Tokens &amp; Queues &lt;1&gt;.');
});

test('longer names are smaller, in steps, by what people see as letters', () => {
  const stepOf = (name: string) => /class="name (\w+)"/.exec(layout1({ ...paper, name }))?.[1];
  expect(
    ['ക്ഷ'.repeat(18), 'a'.repeat(19), 'a'.repeat(29), 'a'.repeat(41), 'a'.repeat(60)].map(stepOf),
  ).toEqual(['steps1', 'steps2', 'steps3', 'steps4', 'steps5']);
});
