import hljs from 'highlight.js/lib/core';
import * as languages from './highlighted-languages.ts';

for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

/**
 * Escaped HTML with colour classes, in unbounded time: run it in a thread. @param language from
 * `codeLanguageOf`
 */
export function highlightCode(code: string, language: string): string {
  return hljs.highlight(code, { language }).value;
}
