import { expect, test } from 'vitest';
import { findWords } from './check-words.mjs';
import { textsOfPaper, textsOfSource } from './texts.mjs';
import { problemsOf } from './words.mjs';

test('screens, messages, mails, commands and papers are in plain words', () => {
  expect(findWords()).toEqual({ found: [], unused: [] });
});

test.each([
  ['You are signed in as Asha.', 'log in'],
  ['Please login first.', 'two words'],
  ['Back to the log in', 'one word'],
  ['Log out', 'Logout'],
  ['Your E-Mail', 'email'],
  ['We send a link by mail.', 'email'],
  ['Uploading needs scripts.', 'JavaScript'],
  ['See your grades', 'marks'],
  ['3 hand-ins', 'submission'],
  ['Handed in late', 'submission'],
  ['You are without a line.', 'offline'],
  ['It waits on this device.', 'saved on this device'],
  ['Marks that are held back', 'unreleased'],
  ['Take the mark back', 'withdraw'],
  ['Ask for a second look', 'review'],
  ['The due day has passed', 'due date'],
  ['Give more time', 'extension'],
  ['See how far they are', 'progress'],
  ['See whom it reaches', 'affected'],
  ['Set up a second factor', 'two-step'],
  ['Press Save', 'click'],
  ['3 retired courses', 'archived'],
  ['It starts anew.', 'plain words'],
  ['The codes of before', 'former'],
  ['It ends by itself.', 'automatically'],
  ['The portal is busy just now.', 'right now'],
  ['They are told, too.', 'also'],
  ['It is no picture.', 'not a'],
  ['The logo is no SVG.', 'not a'],
  ['It stands below.', 'is shown'],
  ['This intake was tried.', 'import'],
  ['What is missing comes first.', 'a noun'],
  ['They are signed-in.', 'log in'],
  ['We inform the old address.', 'email'],
  ['Extend the deadlines', 'due date'],
  ['Ask for an extension', 'request'],
  ['The brief has changed', 'instructions'],
  ['Open Intake', 'import'],
  ['Empty: no limit.', 'Leave empty'],
  ['See the number', 'mark'],
  ['A mentor has moderated your post', 'news'],
  ['Download the roster', 'list of students'],
  ['You wait for placement', 'a batch'],
  ['Open it to the batch', 'share'],
  ['Mean of these', 'Average'],
  ['A backup that was rehearsed', 'test restore'],
  ['Restore into a blank database', 'empty database'],
  ['It goes to the mentor.', 'is sent'],
  [`${'word '.repeat(12)}; ${'word '.repeat(9)}.`, '21 words'],
])('%s is found', (text, say) => {
  expect(problemsOf(text, 'sentences').join()).toContain(say);
});

test.each([
  'What is missing?',
  'You are logged in.',
  'Login',
  'It is no longer shown.',
  'There is no batch.',
  'An understanding',
  'The next intake',
])('%s is fine', (text) => {
  expect(problemsOf(text, 'sentences')).toEqual([]);
});

test('texts of a source: strings, templates and whole sentences of elements; no types, keys, queries or class names', () => {
  const source = `
    import { x } from 'no-import';
    type Kind = 'no-type';
    const told = { 'no-key': \`Hello \${name}\` };
    sql\`no query\`;
    const view = <p className="no-class" title="A title">Read <b>this</b> {'now'} or {later}.</p>;`;
  expect(textsOfSource('a.tsx', source)).toEqual([
    { text: 'Hello …', line: 4 },
    { text: 'Read this now or ….', line: 6 },
    { text: 'A title', line: 6 },
  ]);
});

test('texts of a paper: no code and no addresses', () => {
  const paper = '# A heading\n\n```sh\nno code\n```\nUse `no code` or [this](no-address).';
  expect(textsOfPaper(paper)).toEqual([
    { text: '# A heading', line: 1 },
    { text: 'Use … or [this].', line: 6 },
  ]);
});
