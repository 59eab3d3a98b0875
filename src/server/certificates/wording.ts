import * as calls from '#contract/certificates/certificate-calls';
import { type CertificateKind, kindWords, ownWording, type Wording } from '#contract/certificates/wording';
import { administrator } from '../accounts/policy.ts';
import { act, read } from '../accounts/sessions/act.ts';
import type { Reader } from '../platform/database/database.ts';
import { backgroundHashes } from './backgrounds/background-queries.ts';

/** The newest; the portal's own until the office has written some. */
export async function readWording(db: Reader, kind: CertificateKind): Promise<Wording> {
  const row = await db
    .selectFrom('certificate_wordings')
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .select('wording')
    .executeTakeFirst();
  return row === undefined ? ownWording[kind] : (JSON.parse(row.wording) as Wording);
}

/** What the next papers look like. */
export async function readWordings(db: Reader): Promise<calls.Wordings> {
  const backgrounds = await backgroundHashes(db);
  return {
    certificate: await readWording(db, 'certificate'),
    statement: await readWording(db, 'statement'),
    backgrounds: {
      certificate: backgrounds.get('certificate') ?? null,
      statement: backgrounds.get('statement') ?? null,
    },
  };
}

export const wordingCalls = [
  read(calls.readWordings, {
    who: administrator,
    run: ({ context }) => readWordings(context.database.reader),
  }),

  act(calls.setWording, {
    who: administrator,
    changes: {
      stored: (writer, { params: { kind } }) => readWording(writer, kind),
      message: 'These words were changed in the meantime. Your version is not saved yet.',
    },
    audit: 'set-certificate-wording',
    async run(writer, { viewer: { accountId }, params: { kind }, body, stored, now }) {
      const { language, heading, sentence, signatory, role, shows } = body;
      const wording: Wording = { language, heading, sentence, signatory, role, shows };
      await writer
        .insertInto('certificate_wordings')
        .values({ kind, wording: JSON.stringify(wording), made_by: accountId, made_at: now })
        .execute();
      const audit = { subject: kindWords[kind].toLowerCase(), before: stored, after: wording };
      return { id: accountId, audit };
    },
    answer: readWordings,
  }),
];
