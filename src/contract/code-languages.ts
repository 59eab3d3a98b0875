/** By file ending, also a short name. */
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

const languageOfName: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.values(languageOfEnding).map((language) => [language, language])),
  'c++': 'cpp',
  'c#': 'csharp',
  golang: 'go',
  shell: 'bash',
};

/**
 * @param ending without dot
 * @returns null if unknown
 */
export function languageOfFileEnding(ending: string): string | null {
  return Object.hasOwn(languageOfEnding, ending) ? (languageOfEnding[ending] as string) : null;
}

/** Of a code block (`js`, `Python`); null if unknown. */
export function codeLanguageOf(name: string): string | null {
  const key = name.toLowerCase();
  return Object.hasOwn(languageOfName, key) ? (languageOfName[key] as string) : languageOfFileEnding(key);
}
