import { languageOfFileEnding } from '#contract/code-languages';

/** Text files without a highlighted language. */
const plainEndings = new Set(
  'txt log csv tsv tex bib env example lock gitignore gitattributes editorconfig prettierrc eslintrc babelrc npmrc nvmrc dockerignore properties conf cfg gradle bat ps1 dart swift scala pl lua jsonl graphql prisma ejs hbs pug'.split(
    ' ',
  ),
);

const endingOf = (name: string): string => /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Null for none. */
export function languageOf(name: string): string | null {
  return languageOfFileEnding(endingOf(name));
}

/** By its extension, or the lack of one. */
export function isTextName(name: string): boolean {
  const ending = endingOf(name);
  return ending === '' || languageOf(name) !== null || plainEndings.has(ending);
}
