import * as calls from '#contract/certificates/background-calls';
import {
  backgroundLimits,
  type CertificateKind,
  certificateKinds,
  kindWords,
} from '#contract/certificates/wording';
import { administrator } from '../../accounts/policy.ts';
import { act } from '../../accounts/sessions/act.ts';
import type { Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { receiveFile } from '../../submissions/receive-file.ts';
import { readWordings } from '../wording.ts';
import { backgroundHashes } from './background-queries.ts';
import { type Background, drawBackground, sha256Of } from './draw-background.ts';

type Setting = { kind: CertificateKind; background: Background | null };
type Asked = Setting & { original: string | undefined };
type Request = { now: number; viewer: { accountId: number } };

/** An upsert, so that it locks the row also where there is none yet. */
const lockBackground = (writer: Writer, kind: CertificateKind, { now, viewer: { accountId } }: Request) =>
  writer
    .insertInto('certificate_backgrounds')
    .values({ kind, sha256: null, type: null, bytes: null, changed_by: accountId, changed_at: now })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet({ kind }))
    .execute();

/** @param asked what is to be stored (null removes it), and the one that the page showed */
function backgroundChange<Of>(asked: (request: Of) => Asked) {
  return {
    async stored(writer: Writer, request: Of & Request) {
      const { kind } = asked(request);
      await lockBackground(writer, kind, request);
      return { before: (await backgroundHashes(writer)).get(kind) ?? null };
    },
    message: 'This picture was changed in the meantime. Look at it first, then change it again.',
    refuses(_: unknown, { before }: { before: string | null }, request: Of & Request) {
      const { background, original } = asked(request);
      return original !== undefined && original !== (before ?? '') && before !== (background?.sha256 ?? null);
    },
    current: readWordings,
  };
}

/** @returns its audit line; nothing without a change */
async function setBackground(
  writer: Writer,
  { kind, background }: Setting,
  { before, now, accountId }: { before: string | null; now: number; accountId: number },
) {
  const after = background?.sha256 ?? null;
  if (before === after) return [];
  const { sha256, type, bytes } = background ?? { sha256: null, type: null, bytes: null };
  await writer
    .updateTable('certificate_backgrounds')
    .set({ sha256, type, bytes, changed_by: accountId, changed_at: now })
    .where('kind', '=', kind)
    .execute();
  const shown = (hash: string | null) => (hash === null ? null : { sha256: hash });
  return { subject: kindWords[kind].toLowerCase(), before: shown(before), after: shown(after) };
}

const tooLarge = httpErrors.tooLarge(
  `A picture can have at most ${backgroundLimits.bytes / 1024 / 1024} MB.`,
);

type Received = { key: string | null; kind: CertificateKind; file: Buffer; original: string | undefined };

export const backgroundPut = act(calls.putBackground, {
  who: administrator,
  async receive({ context, viewer: { accountId }, request }): Promise<Received> {
    const bounds = { accountId, maxBytes: backgroundLimits.bytes, tooLarge };
    const { key, body: file, texts } = await receiveFile(context, request, bounds);
    const kind = certificateKinds.find((one) => one === texts.get('kind'));
    if (kind === undefined) throw httpErrors.badRequest('kind must be certificate or statement');
    return { key, kind, file, original: texts.get('original') };
  },
  key: {
    kind: 'certificate-background',
    sent: ({ key }) => key,
    content: ({ received: { kind, file } }) => [kind, sha256Of(file)],
  },
  prepare: ({ received: { file } }) => drawBackground(file),
  changes: backgroundChange(
    ({ received: { kind, original }, prepared }: { received: Received; prepared: Background }) => ({
      kind,
      background: prepared,
      original,
    }),
  ),
  audit: 'set-certificate-background',
  async run(writer, { viewer, received: { kind }, prepared, stored: { before }, now }) {
    const { accountId } = viewer;
    const setting = { kind, background: prepared };
    return { id: accountId, audit: await setBackground(writer, setting, { before, now, accountId }) };
  },
  answer: readWordings,
});

type Removal = { params: { kind: CertificateKind }; query: { original?: string | undefined } };

export const backgroundRemoval = act(calls.removeBackground, {
  who: administrator,
  changes: backgroundChange(({ params: { kind }, query: { original } }: Removal) => ({
    kind,
    background: null,
    original,
  })),
  audit: 'remove-certificate-background',
  async run(writer, { viewer: { accountId }, params: { kind }, stored: { before }, now }) {
    const setting = { kind, background: null };
    return { id: accountId, audit: await setBackground(writer, setting, { before, now, accountId }) };
  },
  answer: readWordings,
});
