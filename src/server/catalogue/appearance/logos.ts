import type { FastifyInstance } from 'fastify';
import { isSame } from '#contract/began';
import * as calls from '#contract/catalogue/appearance-calls';
import { appearanceLimits, logoAddress, type LogoScheme, logoSchemes } from '#contract/catalogue/appearance';
import { messages } from '#contract/messages';
import { hasAdministrator } from '../../accounts/queries.ts';
import { isSetupTokenGood } from '../../accounts/sign-up/set-up-administrator.ts';
import { recordAuditEvents } from '../../audit/record-audit-event.ts';
import { act, read } from '../../accounts/sessions/act.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { serverMessages } from '../../platform/http/server-messages.ts';
import { editor } from '../policy.ts';
import { receiveFile } from '../../submissions/receive-file.ts';
import {
  addressOf,
  type Appearance,
  lockAppearance,
  presentAppearance,
  readAppearance,
  writeAppearance,
} from './appearance.ts';
import { type Logo, readLogo, storedForm } from './stored-logo.ts';

type Setting = { scheme: LogoScheme; logo: Logo | null };
type Asked = Setting & { original: string | undefined };
type Request = { context: AppContext; now: number };

/** @param asked what is to be stored (null removes it), and the address that the page showed */
function logoChange<Of>(asked: (request: Of) => Asked) {
  return {
    async stored(writer: Writer, request: Of & Request) {
      await lockAppearance(writer, request.now);
      return { before: (await readAppearance(writer)).logos[asked(request).scheme]?.file ?? null };
    },
    message: 'This logo was changed in the meantime. Look at it first, then change it again.',
    refuses(_: unknown, { before }: { before: string | null }, request: Of & Request) {
      const { logo, original } = asked(request);
      return (
        original !== undefined && !isSame(addressOf(before), original) && before !== (logo?.file ?? null)
      );
    },
    current: (writer: Writer, { context }: Request) => presentAppearance(writer, context.settings),
  };
}

/** @returns its audit line; nothing without a change */
async function setLogo(
  writer: Writer,
  { scheme, logo, before, now }: Setting & { before: string | null; now: number },
) {
  const after = logo?.file ?? null;
  if (before === after) return [];
  await writeAppearance(writer, { [`logo_${scheme}`]: logo && storedForm(logo) }, now);
  return {
    subject: `${scheme} scheme`,
    before: before === null ? null : { file: before },
    after: after === null ? null : { file: after },
  };
}

const maxBytes = appearanceLimits.logoBytes;
const tooLarge = httpErrors.tooLarge(`A logo can have at most ${maxBytes / 1024} KB.`);

export const logoPut = act(calls.putLogo, {
  who: editor,
  async receive({ context, viewer: { accountId }, request }) {
    const { key, body, texts } = await receiveFile(context, request, { accountId, maxBytes, tooLarge });
    const scheme = logoSchemes.find((one) => one === (texts.get('scheme') ?? 'light'));
    if (scheme === undefined) throw httpErrors.badRequest('scheme must be light or dark');
    return { key, scheme, logo: await readLogo(body), original: texts.get('original') };
  },
  key: {
    kind: 'face',
    sent: ({ key }) => key,
    content: ({ received: { scheme, logo } }) => [scheme, logo.file],
  },
  changes: logoChange(({ received }: { received: Asked }) => received),
  audit: 'put-logo',
  async run(writer, { viewer: { accountId }, received, stored: { before }, now }) {
    return { id: accountId, audit: await setLogo(writer, { ...received, before, now }) };
  },
  answer: (reader, { context }) => presentAppearance(reader, context.settings),
});

/** Closed by the first administrator. */
async function beforeSetUp({ context }: { context: AppContext }): Promise<void> {
  if (await hasAdministrator(context.database.reader)) throw httpErrors.badRequest(messages.tokenInvalid);
}

export const setUpLogo = read(calls.putSetUpLogo, {
  who: beforeSetUp,
  async run({ context, request }) {
    const { database, clock } = context;
    const { body, texts } = await receiveFile(context, request, { accountId: 0, maxBytes, tooLarge });
    if (!(await isSetupTokenGood(context, texts.get('token') ?? '')))
      throw httpErrors.badRequest(messages.tokenInvalid);
    const logo = await readLogo(body);
    await database.transaction(async (writer) => {
      const at = clock.now();
      await lockAppearance(writer, at);
      const before = (await readAppearance(writer)).logos.light?.file ?? null;
      const line = await setLogo(writer, { scheme: 'light', logo, before, now: at });
      const by = { at, actorId: null, act: 'put-logo' } as const;
      await recordAuditEvents(
        writer,
        [line].flat().map((one) => ({ ...one, ...by })),
      );
    });
    return { logo: addressOf(logo.file) as string };
  },
});

type Removal = { params: { scheme: LogoScheme }; query: { original?: string | undefined } };

export const logoRemoval = act(calls.removeLogo, {
  who: editor,
  key: { kind: 'face', content: ({ params: { scheme } }) => [scheme, null] },
  changes: logoChange(({ params, query }: Removal) => ({
    scheme: params.scheme,
    logo: null,
    original: query.original,
  })),
  audit: 'remove-logo',
  async run(writer, { viewer: { accountId }, params: { scheme }, stored: { before }, now }) {
    return { id: accountId, audit: await setLogo(writer, { scheme, logo: null, before, now }) };
  },
  answer: (reader, { context }) => presentAppearance(reader, context.settings),
});

/** Undefined if no scheme has it. */
const logoNamed = ({ logos }: Appearance, file: string): Logo | undefined =>
  logoSchemes.map((scheme) => logos[scheme]).find((logo) => logo?.file === file) ?? undefined;

/** Opened as a page, a logo runs no script and loads nothing. */
const logoPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** For everyone, from memory. */
export function serveLogos(server: FastifyInstance, appearance: () => Appearance): void {
  server.get(logoAddress, async (request, reply) => {
    const logo = logoNamed(appearance(), (request.params as { file: string }).file);
    if (logo === undefined) throw httpErrors.notFound(serverMessages.notFound);
    return reply
      .headers({
        'Content-Security-Policy': logoPolicy,
        'Cache-Control': 'public, max-age=31536000, immutable',
      })
      .type(logo.contentType)
      .send(logo.body);
  });
}
