// Lists the texts that people read and that are to be reworded; `npm test` expects none.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { exempt } from './exempt.mjs';
import { textsOfPaper, textsOfSource } from './texts.mjs';
import { problemsOf } from './words.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = ['src/**/*.{ts,tsx}'];
/** The specification's own words, quoted beside the names of tests. */
const quoting = ['docs/specification.md'];
const papers = ['*.md', 'docs/*.md', 'docs/operating/*.md', 'deploy/**/*.md', 'src/**/*.md'];
/** Not read by people, or of the portal's data; decisions are for engineers. */
const unread =
  /\.test\.tsx?$|\/migrations\/|database\/baseline\.ts$|server\/demo\/write-|\.d\.ts$|common-passwords\.ts$|accounts\/gate\.tsx$/;
/** Paths of pages and calls keep their names. */
const isAddress = /^\/\S+$/;
/** Calls, whose summaries are for engineers. */
const hasShortParts = /^src\/contract\//;
/** Screens, mails and errors; what the platform says is for operators, and names commands. */
const hasShortSentences = /^src\/(?:web|server\/(?!platform))\/|mail/;

/** @param {string} file */
const boundedIn = (file) =>
  hasShortParts.test(file) ? 'parts' : hasShortSentences.test(file) ? 'sentences' : null;

const files = (/** @type {string[]} */ patterns) =>
  globSync(patterns, { cwd: root }).filter(
    (file) => !unread.test(file) && !quoting.includes(file) && !file.includes('node_modules'),
  );

/** The texts that people read, by file. */
function readTexts() {
  const read = (/** @type {string} */ file) => readFileSync(path.join(root, file), 'utf8');
  const texts = [
    ...files(sources).flatMap((file) => textsOfSource(file, read(file)).map((text) => ({ file, ...text }))),
    ...files(papers).flatMap((file) => textsOfPaper(read(file)).map((text) => ({ file, ...text }))),
  ];
  return texts.filter(({ text }) => !isAddress.test(text));
}

/**
 * @returns {{ found: string[], unused: string[] }} a line for each text that is to be reworded (file, line, text and why),
 *   and the words of exceptions that no text has
 */
export function findWords() {
  const used = new Set();
  const found = readTexts().flatMap(({ file, line, text }) => {
    let rest = text;
    for (const entry of exempt) {
      if ((entry.in !== undefined && entry.in !== file) || !rest.includes(entry.words)) continue;
      used.add(entry);
      rest = rest.replaceAll(entry.words, '');
    }
    const problems = problemsOf(rest, boundedIn(file));
    return problems.length === 0 ? [] : [`${file}:${line}: ${text} (${problems.join('; ')})`];
  });
  return { found, unused: exempt.filter((entry) => !used.has(entry)).map(({ words }) => words) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { found, unused } = findWords();
  for (const line of found) console.log(line);
  console.log(`${found.length} texts to reword; exceptions without a text: ${unused.join(', ') || 'none'}`);
}
