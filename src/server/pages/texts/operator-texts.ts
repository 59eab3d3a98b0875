import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { textPages, type TextPage } from '#contract/screens';
import type { AppContext } from '../../platform/context.ts';
import { renderMarkdown } from './render-markdown.ts';

/** A file of 100 KB holds some fifteen thousand words; what is larger is no text that people are to read. */
const mostBytes = 100 * 1024;

/** HTML of the operator's texts, by the page whose own words it replaces. */
export type PageTexts = ReadonlyMap<string, string>;

export type OperatorTexts = {
  current: PageTexts;
  /** Looks at the files anew: two questions to the file system as long as nothing has changed. @returns whether something has */
  look(): Promise<boolean>;
};

/** Why a file is not shown. */
class Unfit extends Error {}

type Stamp = string;
const absent: Stamp = 'absent';

/** What tells one state of a file from another without reading it. */
async function stampOf(file: string): Promise<Stamp> {
  try {
    const { mtimeMs, size, ino } = await stat(file);
    return `${mtimeMs} ${size} ${ino}`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? absent : String(code);
  }
}

/** @throws Unfit, or what the file system says */
async function readText(file: string): Promise<string> {
  const found = await stat(file);
  if (!found.isFile()) throw new Unfit('it is no file');
  if (found.size > mostBytes) throw new Unfit(`it is larger than ${mostBytes / 1024} KB`);
  const bytes = await readFile(file);
  if (bytes.length > mostBytes) throw new Unfit(`it is larger than ${mostBytes / 1024} KB`);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Unfit('it is not UTF-8 text');
  }
  if (text.includes('\0')) throw new Unfit('it is not text');
  if (text.trim() === '') throw new Unfit('it is empty');
  return text;
}

/**
 * The operator's words for the pages of words (`terms.md` and `privacy.md` in a folder). A file that cannot be used leaves
 * the portal's own words in place, and the log says why, once for each change of the file.
 */
export function makeOperatorTexts(folder: string, log: AppContext['log']): OperatorTexts {
  const stamps = new Map<string, Stamp>();
  const texts: OperatorTexts = { current: new Map(), look };

  async function read(page: TextPage): Promise<string | null> {
    const { file, title } = textPages[page];
    const where = path.join(folder, file);
    try {
      const html = await renderMarkdown(await readText(where), title);
      log.info({ file: where }, `${page} shows the operator's words`);
      return html;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      log.warn({ file: where, why }, `${page} shows the portal's own words: ${file} cannot be used, ${why}`);
      return null;
    }
  }

  async function look(): Promise<boolean> {
    const next = new Map(texts.current);
    let hasChanged = false;
    for (const page of Object.keys(textPages) as TextPage[]) {
      const { file } = textPages[page];
      const stamp = await stampOf(path.join(folder, file));
      const before = stamps.get(page) ?? absent;
      if (stamp === before) continue;
      stamps.set(page, stamp);
      const html = stamp === absent ? null : await read(page);
      if (stamp === absent) log.info({ file }, `${page} shows the portal's own words again`);
      if (html === null) {
        hasChanged = next.delete(page) || hasChanged;
      } else {
        next.set(page, html);
        hasChanged = true;
      }
    }
    texts.current = next;
    return hasChanged;
  }
  return texts;
}
