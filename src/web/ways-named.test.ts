import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { signedInScreens } from '#contract/signed-in-screens';

/** Comments send nobody anywhere, and neither do descriptions of calls and titles of screens. */
const withoutComments = (text: string) =>
  text
    .replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/ .*$/gm, '')
    .replaceAll(/page(?:Title|Meta)\([^)]*\)/g, '')
    .replaceAll(/summary:\s*[`'"][^]*?[`'"],\n/g, '');

const sources = globSync('src/{web,server,contract}/**/*.{ts,tsx}')
  .filter((file) => !/test\.tsx?$|\/migrations\/|\/demo\//.test(file))
  .map((file) => ({ file, text: withoutComments(readFileSync(file, 'utf8')).replaceAll(/\s+/g, ' ') }));

const verb = String.raw`\b(?:[Oo]pen|[Uu]nder|[Gg]o to|[Cc]lick|[Cc]hoose|[Cc]heck the link, or go to)`;
/** By its name, such as “open Staff”, also where the name is a link or in quotes. */
const byName = new RegExp(
  `${verb} (?:the |your )?(?:“|(?:\`\\}|\\{' '\\})?(?:</span>)? ?<(?:Link|a) [^>]*> ?)?([A-Z][\\w’]+(?: [A-Za-z]+)*)`,
  'g',
);
/** By what it is, such as “on the mentor’s page”. */
const byKind =
  /\b(?:([a-z]+’s page|account page|page of (?:the|this) [a-z]+)|(?:[Gg]o to|[Ff]rom) (your (?!network|account|app|browser|authenticator|spreadsheet)[a-z]+)|[Ii]n (the catalogue|the list of people))\b/g;

const titles = new Set<string>(signedInScreens.map(({ title }) => title));

/** The screen that is meant. */
const kinds: Record<string, string> = {
  'account page': 'Your account',
  'batch’s page': 'Batch',
  'page of this student': 'Person',
  'person’s page': 'Person',
  'student’s page': 'Student',
  'the catalogue': 'Catalogue',
  'the list of people': 'People',
  'your batches': 'Submissions',
  'your dashboard': 'Student Dashboard',
  'your tasks': 'Weekly Submission',
  'your viva': 'Viva Voce',
  'your vivas': 'Your vivas',
};
/** Words of links, buttons, headings and labels. */
const labels = new Set<string>(
  sources.flatMap(({ text }) =>
    [
      ...text.matchAll(
        /(?:> ?|title=["{'`]+|label=["{'`]+|label: ['"`]|title: ['"`]|button=["{'`]+|aria-label=["{'`]+|[?:] ['"`])([A-Z][\w’ ]+?)\??(?: ?<|["'`}])/g,
      ),
    ].map(([, words = '']) => words.trim()),
  ),
);

/** A sentence, and whether a link is beside it. */
function placeOf({ file, text }: { file: string; text: string }, { 0: found, index }: RegExpExecArray) {
  const around = (count: number) => text.slice(Math.max(0, index - count), index + found.length + count);
  return { file, around: around(60), hasLink: /<(?:Link|ButtonLink|a)\b|\bto: /.test(around(250)) };
}

const named = sources.flatMap(({ file, text }) =>
  [...text.matchAll(byName)].map((match) => {
    const words = (match[1] ?? '').split(' ');
    const beginnings = words.map((_, count) => words.slice(0, words.length - count).join(' '));
    return {
      ...placeOf({ file, text }, match),
      found: beginnings.find((one) => titles.has(one) || labels.has(one)),
    };
  }),
);

test('every sentence that sends somebody to a place by its name names one that exists', () => {
  expect(named.length).toBeGreaterThan(9);
  expect(named.filter(({ found }) => found === undefined)).toEqual([]);
});

const described = sources.flatMap(({ file, text }) =>
  [...text.matchAll(byKind)].map((match) => ({
    ...placeOf({ file, text }, match),
    words: match.slice(1).find((one) => one !== undefined) ?? '',
  })),
);

test('every sentence that sends somebody to a place by what it is means a screen that exists', () => {
  expect(described.length).toBeGreaterThan(10);
  const lost = described.filter(({ words }) => !titles.has(kinds[words] ?? ''));
  expect(lost).toEqual([]);
});

/** Sentences of a screen without a link beside them, and where it is. */
const linkElsewhere: Record<string, string> = {
  // The words of a dialog and of a status line.
  'features/forum/moderation/moderation-words.ts': 'Submissions, which lists each batch',
};

test('a sentence of a screen that sends somebody to another one has the link', () => {
  const toScreens = [...named.filter(({ found }) => titles.has(found ?? '')), ...described].filter(
    ({ file }) => file.startsWith('src/web/'),
  );
  const without = toScreens.filter(
    ({ file, hasLink }) => !hasLink && linkElsewhere[file.replace('src/web/', '')] === undefined,
  );
  expect(without).toEqual([]);
});
