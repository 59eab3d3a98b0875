import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { minuteMs } from '#contract/durations';
import type { AppContext } from '../../platform/context.ts';
import { stagingName, privateFile } from '../../platform/files/local-folders.ts';
import { newestSubmissionId } from '../../submissions/queries.ts';
import { codeOf } from '../../platform/error-code.ts';

type Context = Pick<AppContext, 'database' | 'settings'>;

/** The newest submission that this machine has seen in its database, beside what else is the machine's own. */
const fileOf = ({ settings }: Pick<AppContext, 'settings'>): string =>
  path.join(settings.dataDir, 'newest-submission');

async function readNoted(file: string): Promise<number> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return '0';
    throw error;
  });
  return Number.parseInt(text, 10) || 0;
}

/**
 * Compares the newest submission with the newest that this machine has seen: ids are never given twice.
 * @returns both, and where it is noted, when the database has lost some, as an older copy has; otherwise null
 */
export async function compareNewestSubmission(context: Context) {
  const file = fileOf(context);
  const [newest, noted] = [await newestSubmissionId(context.database.reader), await readNoted(file)];
  return newest < noted ? { newest, noted, file } : null;
}

/** Notes the newest submission, unless the one that is noted is newer. */
export async function noteNewestSubmission(context: Context): Promise<void> {
  const file = fileOf(context);
  const newest = await newestSubmissionId(context.database.reader);
  if (newest <= (await readNoted(file))) return;
  const temporary = path.join(path.dirname(file), `.${stagingName('newest-submission')}`);
  await writeFile(temporary, `${newest}\n`, { mode: privateFile });
  await rename(temporary, file);
}

/** Notes it once a minute, and tells once of a database that has lost some: a fail-over to an older copy makes no error. */
export function watchNewestSubmission(context: Context & Pick<AppContext, 'log'>): () => void {
  let isTold = false;
  const look = async (): Promise<void> => {
    const lost = await compareNewestSubmission(context);
    if (lost === null) return noteNewestSubmission(context);
    if (!isTold)
      context.log.error(
        { newest: lost.newest, seen: lost.noted },
        'the database has lost submissions for which receipts were given: it is an older copy',
      );
    isTold = true;
  };
  const timer = setInterval(() => void look().catch(() => {}), minuteMs).unref();
  return () => clearInterval(timer);
}
