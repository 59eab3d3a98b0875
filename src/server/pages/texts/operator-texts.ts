import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { textPages, type TextPage } from '#contract/screens';
import type { AppContext } from '../../platform/context.ts';
import { renderMarkdown } from './render-markdown.ts';

/** The largest text file, in bytes: some fifteen thousand words. */
const maxBytes = 100 * 1024;

/** HTML of the operator's texts, by page. */
export type PageTexts = ReadonlyMap<string, string>;

type OperatorTexts = {
  current: PageTexts;
  /** Reads what has changed; two calls of the file system when nothing has. @returns whether something has changed */
  refresh(): Promise<boolean>;
};

/** Why a file is not shown. */
class UnusableText extends Error {}

type Stamp = string;
const absent: Stamp = 'absent';

/** Changes whenever the file does; read without opening it. */
async function stampOf(file: string): Promise<Stamp> {
  try {
    const { mtimeMs, size, ino } = await stat(file);
    return `${mtimeMs} ${size} ${ino}`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? absent : String(code);
  }
}

/** @throws UnusableText, or what the file system says */
async function readText(file: string): Promise<string> {
  const found = await stat(file);
  if (!found.isFile()) throw new UnusableText('it is no file');
  if (found.size > maxBytes) throw new UnusableText(`it is larger than ${maxBytes / 1024} KB`);
  const bytes = await readFile(file);
  if (bytes.length > maxBytes) throw new UnusableText(`it is larger than ${maxBytes / 1024} KB`);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnusableText('it is not UTF-8 text');
  }
  if (text.includes('\0')) throw new UnusableText('it is not text');
  if (text.trim() === '') throw new UnusableText('it is empty');
  return text;
}

/**
 * The operator's texts for terms and privacy (`terms.md` and `privacy.md` in a folder). For a file that cannot be used the
 * portal's own text stays, and the log says why, once for each change of the file.
 */
export function makeOperatorTexts(folder: string, log: AppContext['log']): OperatorTexts {
  const stamps = new Map<string, Stamp>();
  const texts: OperatorTexts = { current: new Map(), refresh };

  async function read(page: TextPage): Promise<string | null> {
    const { file, title } = textPages[page];
    const location = path.join(folder, file);
    try {
      const html = await renderMarkdown(await readText(location), title);
      log.info({ file: location }, `${page} shows the operator's words`);
      return html;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      log.warn(
        { file: location, why },
        `${page} shows the portal's own words: ${file} cannot be used, ${why}`,
      );
      return null;
    }
  }

  async function refresh(): Promise<boolean> {
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
