import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TextPage } from '#contract/screens';
import type { AppContext } from '../../platform/context.ts';
import { operatorTexts } from '../../catalogue/texts/queries.ts';
import { hashText, maxTextBytes, pageOfFile, textFault } from '../../catalogue/texts/text-rules.ts';
import { removeText, setText } from '../../catalogue/texts/write-text.ts';
import { privateFile } from '../../platform/files/local-folders.ts';

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
async function readText(file: string): Promise<{ text: string; changedAt: number }> {
  const found = await stat(file);
  if (!found.isFile()) throw new UnusableText('it is no file');
  if (found.size > maxTextBytes) throw new UnusableText(`it is larger than ${maxTextBytes / 1024} KB`);
  const bytes = await readFile(file);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnusableText('it is not UTF-8 text');
  }
  const fault = textFault(text);
  if (fault !== null) throw new UnusableText(fault);
  return { text, changedAt: found.mtimeMs };
}

type Context = Pick<AppContext, 'settings' | 'database' | 'clock' | 'log'>;

/**
 * The operator's texts as files (`terms.md` and `privacy.md` in the data folder): a file that comes or changes is taken into
 * the database, from where all machines show it, and one that goes takes its text away, if that still shows. What a folder
 * has brought is noted beside the files, so that a restart neither brings an old file back nor misses one that went.
 */
export function makeTextFiles(context: Context): {
  /** Looks what has changed; two calls of the file system when nothing has. @throws what the database throws */
  look(): Promise<void>;
} {
  const { settings, database, clock, log } = context;
  const folder = settings.dataDir;
  const stamps = new Map<TextPage, Stamp>();
  const notes = makeNotes(path.join(folder, 'texts-taken.json'), log);

  async function take(page: TextPage, name: string, isStart: boolean): Promise<void> {
    const { text, changedAt } = await readText(path.join(folder, name));
    const sha256 = hashText(text);
    const taken = await notes.read(name);
    // Saved while the portal runs, it is meant to show, whatever it says.
    if (isStart && taken === sha256) return;
    const shown = (await operatorTexts(database.reader)).find((row) => row.page === page);
    // Never taken from this folder, as after an upgrade or on a new machine: the newer words stay.
    if (
      isStart &&
      taken === null &&
      shown !== undefined &&
      shown.sha256 !== sha256 &&
      shown.changedAt > changedAt
    ) {
      log.warn(
        { file: name },
        `${page} shows newer words than ${name} in the data folder; save the file again to show it`,
      );
      return;
    }
    const now = clock.now();
    await database.transaction((writer) =>
      setText(writer, { page, text, now, changedAt: isStart ? Math.min(Math.floor(changedAt), now) : now }),
    );
    await notes.write(name, sha256);
  }

  async function leave(page: TextPage, name: string): Promise<void> {
    const sha256 = await notes.read(name);
    if (sha256 === null) return;
    await database.transaction((writer) => removeText(writer, { page, sha256, now: clock.now() }));
    await notes.write(name, null);
  }

  async function look(): Promise<void> {
    for (const [name, page] of pageOfFile) {
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
        log.warn(
          { file: name, why: error.message },
          `${page} does not show the file: ${name} cannot be used, ${error.message}`,
        );
      }
      stamps.set(page, stamp);
    }
  }
  return { look };
}

/** Which words a folder has brought into the database, by the names of their files. */
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
        log.warn({ err: error }, 'which texts were taken from the data folder could not be noted there');
      }
    },
  };
}
