import { expect, test } from 'vitest';
import { asAttachment } from '../files/file-name.ts';

test.each([
  ['work.pdf', 'attachment; filename=work.pdf'],
  [
    'my "best" work\\%41.pdf',
    `attachment; filename="my _best_ work__41.pdf"; filename*=UTF-8''my%20%22best%22%20work%5C%2541.pdf`,
  ],
  ["it's (1)*.txt", `attachment; filename="it's (1)*.txt"`],
  ['ജോലി.txt', `attachment; filename=__.txt; filename*=UTF-8''%E0%B4%9C%E0%B5%8B%E0%B4%B2%E0%B4%BF.txt`],
  ['résumé.pdf', `attachment; filename=resume.pdf; filename*=UTF-8''r%C3%A9sum%C3%A9.pdf`],
  ['it’s (1)*.txt', `attachment; filename="it_s (1)*.txt"; filename*=UTF-8''it%E2%80%99s%20%281%29%2A.txt`],
  ['lone \ud800.txt', `attachment; filename="lone _.txt"; filename*=UTF-8''lone%20%EF%BF%BD.txt`],
  [
    'a\r\nSet-Cookie: x',
    `attachment; filename="a__Set-Cookie: x"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x`,
  ],
])('%j becomes %s', (name, header) => {
  expect(asAttachment(name)).toBe(header);
});
