import { shownName } from '#contract/accounts/person-name';
import type { Sheet } from '#contract/results/freeze-calls';
import { ruleSentences } from '#contract/results/sentences';
import type { AppContext } from '../../platform/context.ts';
import type { Reader } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { parseId } from '../../platform/parse-id.ts';
import { portalLink } from '../../platform/portal-link.ts';
import { fingerprintOf } from '../../platform/signing/key-pair.ts';
import type { SignedDocument } from '../../platform/signing/signed-document.ts';
import { readRow } from '../rule-rows.ts';
import { freezesOfBatch, resultsOfFreeze, signedSheetOf, type FreezeRow } from './freeze-queries.ts';
import { readContent } from './frozen-results.ts';
import { presentFreeze } from './next-freeze.ts';
import { readHeadings } from './sheet-headings.ts';

/** @throws 404 for a text that is not the number of one of the batch's sheets */
export async function findFreeze(reader: Reader, batch: { id: number }, text: string): Promise<FreezeRow> {
  const number = parseId(text);
  const freeze = (await freezesOfBatch(reader, { batchId: batch.id })).find((one) => one.number === number);
  if (freeze === undefined) throw httpErrors.notFound('There is no sheet with this number.');
  return freeze;
}

/** @throws 404 for a text that is not the number of one of the batch's sheets */
export async function readFrozenSheet(
  { database: { reader }, settings }: Pick<AppContext, 'database' | 'settings'>,
  batch: { id: number; name: string },
  text: string,
): Promise<Sheet> {
  const freeze = await findFreeze(reader, batch, text);
  const rows = await resultsOfFreeze(reader, { freezeId: freeze.id });
  const results = rows.map(({ email, name, content }) => ({
    student: { s_id: email, s_name: shownName(name) },
    ...readContent(content),
  }));
  const [signed] = await signedSheetOf(reader, { freezeId: freeze.id });
  const key = signed && (JSON.parse(signed.document) as SignedDocument).key;
  return {
    ...presentFreeze(freeze),
    batch: batch.name,
    signed:
      signed === undefined || key === undefined
        ? null
        : {
            number: signed.number,
            key,
            fingerprint: fingerprintOf(key),
            check_at: portalLink(settings, '/verify'),
          },
    rule: ruleSentences(readRow({ ...freeze, version: freeze.ruleVersion, madeAt: freeze.frozenAt }).rule),
    csv_format: (await readHeadings(reader)).format,
    results,
  };
}
