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

test.each([
  ['as it is', {}, 'd14efad33532c32c76d2dc576b4d427b5a82e9f56cb6d825d2337e23b39a1970'],
  [
    'of a statement, with a logo',
    { lines: ['Week 1: absent'], logo: 'data:image/png;base64,AA==' },
    'ff27f9d839e4a19724fc8042570c4bc0f280d55a0ad4b31aaae591e7574c4a72',
  ],
  [
    'with a picture behind it',
    { background: 'data:image/webp;base64,AA==' },
    '70df36188adc67e58d1cfb217bbbaeae5e4d2d4c85778673972182ad4588dc1f',
  ],
])('a layout that was used is never changed, a new one gets the next number: %s', (_, more, hash) => {
  const html = layout1({ ...paper, ...more });
  expect(createHash('sha256').update(html).digest('hex')).toBe(hash);
});

test('texts are shown as they are, and run nothing', () => {
  const html = layout1({
    ...paper,
    name: '<script>alert(1)</script>',
    logo: 'x" onerror="1',
    background: 'x" onload="1',
  });
  expect(html).not.toContain('<script');
  expect(html).not.toMatch(/" on(error|load)/);
  expect(layout1(paper)).toContain('Tokens &amp; Queues &lt;1&gt;.');
});

test('longer names are smaller, in steps, by what people see as letters', () => {
  const stepOf = (name: string) => /class="name (\w+)"/.exec(layout1({ ...paper, name }))?.[1];
  expect(
    ['ക്ഷ'.repeat(18), 'a'.repeat(19), 'a'.repeat(29), 'a'.repeat(41), 'a'.repeat(60)].map(stepOf),
  ).toEqual(['steps1', 'steps2', 'steps3', 'steps4', 'steps5']);
});
