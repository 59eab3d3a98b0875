/** Languages that are highlighted, by the endings of their files' names, which are also their short names. */
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

/** Those by their own names, and by what else they are called. */
const languageOfName: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.values(languageOfEnding).map((language) => [language, language])),
  'c++': 'cpp',
  'c#': 'csharp',
  golang: 'go',
  shell: 'bash',
};

/** @returns null for an ending, without its dot, that no language is known for */
export function languageOfFileEnding(ending: string): string | null {
  return Object.hasOwn(languageOfEnding, ending) ? (languageOfEnding[ending] as string) : null;
}

/** The language that a block of code names, as `js` or `Python` does; null for none, and for one that has no colours. */
export function codeLanguageOf(name: string): string | null {
  const key = name.toLowerCase();
  return Object.hasOwn(languageOfName, key) ? (languageOfName[key] as string) : languageOfFileEnding(key);
}
