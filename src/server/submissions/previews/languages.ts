/** Languages that are highlighted, by the endings of their files' names. */
const languageOfEnding: Readonly<Record<string, string>> = {
  bash: 'bash',
  c: 'c',
  cc: 'cpp',
  cjs: 'javascript',
  cpp: 'cpp',
  cs: 'csharp',
  css: 'css',
  go: 'go',
  h: 'c',
  hpp: 'cpp',
  htm: 'xml',
  html: 'xml',
  ini: 'ini',
  ipynb: 'json',
  java: 'java',
  js: 'javascript',
  json: 'json',
  jsx: 'javascript',
  kt: 'kotlin',
  less: 'css',
  md: 'markdown',
  mjs: 'javascript',
  php: 'php',
  py: 'python',
  r: 'r',
  rb: 'ruby',
  rs: 'rust',
  scss: 'css',
  sh: 'bash',
  sql: 'sql',
  svg: 'xml',
  toml: 'ini',
  ts: 'typescript',
  tsx: 'typescript',
  vue: 'xml',
  xhtml: 'xml',
  xml: 'xml',
  yaml: 'yaml',
  yml: 'yaml',
};

/** Endings of texts that no language is known for. */
const plainEndings = new Set(
  'txt log csv tsv tex bib env example lock gitignore gitattributes editorconfig prettierrc eslintrc babelrc npmrc nvmrc dockerignore properties conf cfg gradle bat ps1 dart swift scala pl lua jsonl graphql prisma ejs hbs pug'.split(
    ' ',
  ),
);

const endingOf = (name: string): string => /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** The language in which a file is highlighted; null for none. */
export function languageOf(name: string): string | null {
  const ending = endingOf(name);
  return Object.hasOwn(languageOfEnding, ending) ? (languageOfEnding[ending] as string) : null;
}

/** Whether a file's name says that it is a text: by its ending, or for want of one. */
export function isTextName(name: string): boolean {
  const ending = endingOf(name);
  return ending === '' || languageOf(name) !== null || plainEndings.has(ending);
}
