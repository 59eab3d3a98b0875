import type { CertificateKind } from '#contract/certificates/wording';
import { offeredNameLine } from '#contract/certificates/name-line';
import { shownName } from '#contract/accounts/person-name';
import type { Batch } from '../courses/batch-queries.ts';
import type { AppContext } from '../platform/context.ts';
import { contentsOfNext, readNextFreeze } from '../results/freezes/next-freeze.ts';
import { backgroundOf } from './backgrounds/background-queries.ts';
import type { ReadLogo } from './issue-certificates.ts';
import { newestLines } from './name-queries.ts';
import { fieldsNow, kindOfResult, shownOf, type ShownPaper } from './paper-fields.ts';
import { newestLayout, printPaper } from './print-paper.ts';
import { readWording } from './wording.ts';

/** In place of a number: the public check does not know it. */
const previewNumber = 'PREVIEW';

/** Across the text, so that nobody takes a printed preview for the document. */
const stamp = `<style>
.stamp { position: absolute; inset: 0; display: grid; place-items: center; pointer-events: none;
  font: 700 15cqw/1 system-ui, sans-serif; letter-spacing: .05em; color: rgb(156 42 31 / .2); transform: rotate(-24deg) }
</style><div class="stamp">Preview</div>`;

/**
 * A document with the current wording and pictures and the data of the student with this email. Without an email, of a
 * student with a result of this kind, if possible with a confirmed name.
 * @returns null where there is no such student
 */
export async function previewPaper(
  { database, settings, clock }: Pick<AppContext, 'database' | 'settings' | 'clock'>,
  readLogo: ReadLogo,
  { batch, kind, email }: { batch: Batch; kind: CertificateKind; email: string | undefined },
): Promise<string | null> {
  const db = database.reader;
  const now = clock.now();
  const all = contentsOfNext(await readNextFreeze(db, batch), batch, now);
  const lines = await newestLines(
    db,
    all.map(({ student }) => student.accountId),
  );
  const ofKind = all.filter(({ content }) => kindOfResult(content) === kind);
  const found =
    email === undefined
      ? (ofKind.find(({ student }) => lines.has(student.accountId)) ?? ofKind[0] ?? all[0])
      : all.find(({ student }) => student.email === email);
  if (found === undefined) return null;
  const { accountId, name } = found.student;
  const accountName = shownName(name);
  const line = lines.get(accountId) ?? (offeredNameLine(accountName) || accountName);
  const logo = await readLogo(db);
  const background = await backgroundOf(db, kind);
  const fields = fieldsNow(found.content, settings, {
    line,
    kind,
    wording: await readWording(db, kind),
    sheet: found.content.since.number,
    logo: '',
    background: '',
    now,
  });
  const html = printPaper(settings, {
    layout: newestLayout,
    number: previewNumber,
    shown: shownOf({ fields }) as ShownPaper,
    logo: logo && { type: logo.contentType, bytes: logo.body },
    background,
  });
  return html.replace('</main>', () => `${stamp}</main>`);
}
