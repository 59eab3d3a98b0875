import { expect, test } from 'vitest';
import { completeLinks } from './use-submission.ts';

test.each([
  ['github.com/asha/queue', 'https://github.com/asha/queue'],
  ['Code: gitlab.example.in/x\nwww.example.in', 'Code: https://gitlab.example.in/x\nhttps://www.example.in'],
  ['https://github.com/asha', 'https://github.com/asha'],
  ['http://a.test/b and www.a.test/b', 'http://a.test/b and https://www.a.test/b'],
  ['see src/main.py, main.py and notes.pdf', 'see src/main.py, main.py and notes.pdf'],
  ['v1.2/notes asha@example.test/x ftp.example.test', 'v1.2/notes asha@example.test/x ftp.example.test'],
  ['javascript:alert(1)/x.y/z', 'javascript:alert(1)/x.y/z'],
  ['', ''],
])('%s', (typed, completed) => {
  expect(completeLinks(typed)).toBe(completed);
  expect(completeLinks(completed), 'a second time').toBe(completed);
});
