import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { textPageOf, textPages, type TextAddress } from '#contract/screens';
import { hashText } from '../../accounts/consent/text-versions.ts';
import type { AppContext } from '../../platform/context.ts';
import {
  removeText,
  setText,
  maxTextBytes,
  pageOfFile,
  textFault,
  operatorTexts,
} from '../../catalogue/texts/texts.ts';
import { privateFile } from '../../platform/files/local-folders.ts';
import { decodeUtf8 } from '../../platform/text-encoding.ts';
import { renderMarkdown } from './render-markdown.ts';

class UnusableText extends Error {}

type Stamp = string;
const absent: Stamp = 'absent';

/** Changes with the file; read without opening it. */
async function stampOf(file: string): Promise<Stamp> {
  try {
    const { mtimeMs, size, ino } = await stat(file);
    return `${mtimeMs} ${size} ${ino}`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? absent : String(code);
  }
}

/** @throws UnusableText, or an error of the file system */
async function readText(file: string): Promise<{ text: string; changedAt: number }> {
  const found = await stat(file);
  if (!found.isFile()) throw new UnusableText('it is not a file');
  if (found.size > maxTextBytes) throw new UnusableText(`it is larger than ${maxTextBytes / 1024} KB`);
  const bytes = await readFile(file);
  const text = decodeUtf8(bytes);
  if (text === null) throw new UnusableText('it is not UTF-8 text');
  const fault = textFault(text);
  if (fault !== null) throw new UnusableText(fault);
  return { text, changedAt: found.mtimeMs };
}

type Context = Pick<AppContext, 'settings' | 'database' | 'clock' | 'log'>;

/**
 * Copies `terms.md`, `privacy.md` and translations such as `privacy.ml.md` of DATA_DIR into the database, from where
 * all machines show them; a removed file removes its text. A note beside them tells a restart what is old or removed.
 */
export function makeTextFiles(context: Context): {
  /** A few file system calls when nothing has changed. @throws errors of the database */
  look(): Promise<void>;
} {
  const { settings, database, clock, log } = context;
  const folder = settings.dataDir;
  const known = new Map<string, TextAddress>([
    ['terms.md', '/terms'],
    ['privacy.md', '/privacy'],
  ]);
  const stamps = new Map<TextAddress, Stamp>();
  const notes = makeNotes(path.join(folder, 'texts-taken.json'), log);

  async function take(page: TextAddress, name: string, isStart: boolean): Promise<void> {
    const { text, changedAt } = await readText(path.join(folder, name));
    const sha256 = hashText(text);
    const taken = await notes.read(name);
    // A file saved while the portal runs is always shown.
    if (isStart && taken === sha256) return;
    const shown = (await operatorTexts(database.reader)).find((row) => row.page === page);
    // Never imported from this folder, as on a new machine: the newer text stays.
    if (
      isStart &&
      taken === null &&
      shown !== undefined &&
      shown.sha256 !== sha256 &&
      shown.changedAt > changedAt
    ) {
      log.warn(
        { file: name },
        `${page} shows a newer text than ${name} in DATA_DIR; save the file again to show it`,
      );
      return;
    }
    const now = clock.now();
    await database.transaction((writer) =>
      setText(writer, { page, text, now, changedAt: isStart ? Math.min(Math.floor(changedAt), now) : now }),
    );
    await notes.write(name, sha256);
  }

  async function leave(page: TextAddress, name: string): Promise<void> {
    const sha256 = await notes.read(name);
    if (sha256 === null) return;
    await database.transaction((writer) => removeText(writer, { page, sha256, now: clock.now() }));
    await notes.write(name, null);
  }

  /** Those of the folder, and those seen before, by name. */
  async function files(): Promise<Map<string, TextAddress>> {
    const taken = stamps.size === 0 ? await notes.names() : [];
    for (const name of [...taken, ...(await readdir(folder).catch(() => []))]) {
      const page = pageOfFile(name);
      if (page !== null) known.set(name, page);
    }
    return known;
  }

  async function look(): Promise<void> {
    for (const [name, page] of await files()) {
      const stamp = await stampOf(path.join(folder, name));
      if (stamp === stamps.get(page)) continue;
      try {
        if (stamp === absent) await leave(page, name);
        else await take(page, name, !stamps.has(page));
      } catch (error) {
        const isOfFile =
          error instanceof UnusableText || (error instanceof Error && 'syscall' in error && 'path' in error);
        if (!isOfFile) throw error;
        await leave(page, name);
        log.warn({ file: name, why: error.message }, `${page} does not show ${name}: ${error.message}`);
      }
      stamps.set(page, stamp);
    }
  }
  return { look };
}

function makeNotes(file: string, log: Context['log']) {
  let unwritten: Record<string, string | null> = {};
  async function readAll(): Promise<Record<string, string>> {
    const text = await readFile(file, 'utf8').catch(() => '{}');
    try {
      return JSON.parse(text) as Record<string, string>;
    } catch {
      return {};
    }
  }
  return {
    names: async () => Object.keys(await readAll()),
    async read(name: string): Promise<string | null> {
      if (name in unwritten) return unwritten[name] ?? null;
      return (await readAll())[name] ?? null;
    },
    async write(name: string, sha256: string | null): Promise<void> {
      unwritten = { ...unwritten, [name]: sha256 };
      const all = Object.entries({ ...(await readAll()), ...unwritten }).filter(
        ([, value]) => value !== null,
      );
      try {
        await writeFile(`${file}.new`, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`, {
          mode: privateFile,
        });
        await rename(`${file}.new`, file);
        unwritten = {};
      } catch (error) {
        log.warn({ err: error }, 'the list of imported texts could not be saved in DATA_DIR');
      }
    },
  };
}

type ShownTexts = {
  current: ReadonlyMap<string, string>;
  /** Renders texts that have changed. @returns whether any has */
  refresh(): Promise<boolean>;
};

export function makeShownTexts(context: Pick<AppContext, 'database' | 'log'>): ShownTexts {
  let shown = new Map<string, { sha256: string; html: string }>();
  const texts: ShownTexts = { current: new Map(), refresh };

  async function refresh(): Promise<boolean> {
    const rows = await operatorTexts(context.database.reader);
    const next: typeof shown = new Map();
    for (const { page, text, sha256 } of rows) {
      const before = shown.get(page);
      const isKnown = before?.sha256 === sha256;
      next.set(
        page,
        isKnown ? before : { sha256, html: await renderMarkdown(text, textPages[textPageOf(page)].title) },
      );
      if (!isKnown) context.log.info({ page, sha256 }, `${page} now shows the operator's text`);
    }
    const gone = [...shown.keys()].filter((page) => !next.has(page));
    for (const page of gone) context.log.info({ page }, `${page} shows the portal's own text again`);
    const hasChanged =
      gone.length > 0 || [...next].some(([page, { html }]) => shown.get(page)?.html !== html);
    shown = next;
    texts.current = new Map([...next].map(([page, { html }]) => [page, html]));
    return hasChanged;
  }
  return texts;
}
