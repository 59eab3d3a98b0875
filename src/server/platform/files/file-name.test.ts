import { expect, test } from 'vitest';
import { cleanFileName } from './file-name.ts';

test.each([
  ['report.pdf', 'report.pdf'],
  ['എന്റെ പ്രോജക്റ്റ് – ഭാഗം ൧.pdf', 'എന്റെ പ്രോജക്റ്റ് – ഭാഗം ൧.pdf'],
  ['क्‍ष zero-width joiner.txt', 'क्‍ष zero-width joiner.txt'],
  ['👩‍💻 work.zip', '👩‍💻 work.zip'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\Asha\\work.docx', 'work.docx'],
  ['..\\..\\work.docx', 'work.docx'],
  ['/absolute', 'absolute'],
  ['  spaced out.txt  ', 'spaced out.txt'],
  ['.env', '.env'],
  ['a\u0000b\r\nc\u007f\u0085.txt', 'abc.txt'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['..', 'file'],
  ['.', 'file'],
  ['work/', 'file'],
  ['\u0001', 'file'],
  ['a\ud800b.txt', 'a\ufffdb.txt'],
  ['"quoted"; x=y.txt', '"quoted"; x=y.txt'],
])('%j is kept as %j', (given, cleaned) => {
  expect(cleanFileName(given)).toBe(cleaned);
});

test('a name that is too long keeps its ending and never half a character', () => {
  const long = cleanFileName(`${'ക'.repeat(300)}.tar.gz`);
  expect(long).toHaveLength(255);
  expect(long.endsWith('ക.gz')).toBe(true);
  const emoji = cleanFileName(`a${'😀'.repeat(200)}.pdf`);
  expect(emoji.isWellFormed()).toBe(true);
  expect(emoji).toMatch(/^a(😀)+\.pdf$/u);
  expect(emoji.length).toBeLessThanOrEqual(255);
  expect(cleanFileName('x'.repeat(400))).toBe('x'.repeat(255));
  expect(cleanFileName(`${'y'.repeat(255)}`)).toBe('y'.repeat(255));
});
