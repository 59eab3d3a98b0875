import { redirect } from 'react-router';
import { inBrowser, type InBrowser } from './forms/form-action.ts';

/** The open submission says it in its own words. */
export const markSaved = 'mark-saved';

/** On the server those of all screens. */
const loaded = new Map<string, string>();

/**
 * Each action has its own sentences: a browser loads only those of its screens.
 * @param texts by name: an address carries only the name and cannot inject text
 * @returns redirects to the screen that says what was done
 */
export function withNotices<Name extends string>(texts: Readonly<Record<Name, string>>) {
  for (const [name, text] of Object.entries<string>(texts)) loaded.set(name, text);
  return (
    address: string,
    name: Name | typeof markSaved | null,
    forScript: Omit<InBrowser, 'notice'> = {},
  ): Response => {
    const [, path = '', hash = ''] = /^([^#]*)(#.*)?$/s.exec(address) ?? [];
    const notice = name === null ? '' : `${path.includes('?') ? '&' : '?'}notice=${name}`;
    const response = redirect(path + notice + hash, 303);
    inBrowser.set(response, {
      ...forScript,
      ...(name !== null && name !== markSaved && { notice: texts[name] }),
    });
    return response;
  };
}

/**
 * Null for none, and for an unknown name.
 * @param ofPage found by the server: the sentence may be another screen's
 */
export function screenNoticeIn(search: string | URLSearchParams, ofPage?: string): string | null {
  const name = new URLSearchParams(search).get('notice');
  return name === null ? null : (ofPage ?? loaded.get(name) ?? null);
}
