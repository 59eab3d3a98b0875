import { languageOfFileEnding } from '#contract/code-languages';

/** Endings of texts that no language is known for. */
const plainEndings = new Set(
  'txt log csv tsv tex bib env example lock gitignore gitattributes editorconfig prettierrc eslintrc babelrc npmrc nvmrc dockerignore properties conf cfg gradle bat ps1 dart swift scala pl lua jsonl graphql prisma ejs hbs pug'.split(
    ' ',
  ),
);

const endingOf = (name: string): string => /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** The language in which a file is highlighted; null for none. */
export function languageOf(name: string): string | null {
  return languageOfFileEnding(endingOf(name));
}

/** Whether a file's name says that it is a text: by its ending, or for want of one. */
export function isTextName(name: string): boolean {
  const ending = endingOf(name);
  return ending === '' || languageOf(name) !== null || plainEndings.has(ending);
}
