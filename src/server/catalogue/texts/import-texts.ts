import type { Reader } from '../../platform/database/database.ts';
import type { Plan } from '../../platform/import-files/plan.ts';
import type { ImportError } from '../../platform/import-files/source-location.ts';
import { hashText } from '../../accounts/consent/text-versions.ts';
import { setText, pageOfFile, textFault, operatorTextHashes } from './texts.ts';

export type ImportedText = { file: string; name: string; text: string };

export async function planTexts(
  database: Reader,
  texts: readonly ImportedText[],
  now: number,
  faults: ImportError[],
): Promise<Plan> {
  const existing = await operatorTextHashes(database);
  const read = texts.flatMap(({ file, name, text }) => {
    const fault = textFault(text);
    if (fault !== null) faults.push({ file, line: 1, column: 1, message: fault });
    const page = pageOfFile(name);
    return page === null ? [] : [{ name, page, text }];
  });
  const changed = read.filter(({ page, text }) => existing.get(page) !== hashText(text));
  return {
    noun: 'texts',
    changes: changed.map(({ name, page }) => ({
      kind: existing.has(page) ? 'changed' : 'added',
      what: `text ${name}`,
    })),
    unchanged: read.length - changed.length,
    async write(writer) {
      for (const { page, text } of changed) await setText(writer, { page, text, now });
    },
  };
}
