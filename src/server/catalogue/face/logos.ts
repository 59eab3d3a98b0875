import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/catalogue/face-calls';
import { faceLimits, logoAddress, type LogoScheme, logoSchemes } from '#contract/catalogue/face';
import { act } from '../../accounts/sessions/act.ts';
import type { Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { serverMessages } from '../../platform/http/server-messages.ts';
import { editor } from '../policy.ts';
import { receiveFile } from '../receive-file.ts';
import { type Face, lockFace, presentFace, readFace, writeFace } from './face.ts';
import { type Logo, readLogo, storedForm } from './stored-logo.ts';

/** Null removes it. @returns its audit line; nothing without a change */
async function setLogo(
  writer: Writer,
  { scheme, logo, now }: { scheme: LogoScheme; logo: Logo | null; now: number },
) {
  await lockFace(writer, now);
  const before = (await readFace(writer)).logos[scheme]?.file ?? null;
  const after = logo?.file ?? null;
  if (before === after) return [];
  await writeFace(writer, { [`logo_${scheme}`]: logo && storedForm(logo) }, now);
  return {
    subject: `${scheme} scheme`,
    before: before === null ? null : { file: before },
    after: after === null ? null : { file: after },
  };
}

export const logoPut = act(calls.putLogo, {
  who: editor,
  async receive({ context, viewer: { accountId }, request }) {
    const maxBytes = faceLimits.logoBytes;
    const tooLarge = httpErrors.tooLarge(`A logo can have at most ${maxBytes / 1024} KB.`);
    const { key, body, texts } = await receiveFile(context, request, { accountId, maxBytes, tooLarge });
    const scheme = logoSchemes.find((one) => one === (texts.get('scheme') ?? 'light'));
    if (scheme === undefined) throw httpErrors.badRequest('scheme must be light or dark');
    return { key, scheme, logo: await readLogo(body) };
  },
  key: {
    kind: 'face',
    sent: ({ key }) => key,
    content: ({ received: { scheme, logo } }) => [scheme, logo.file],
  },
  audit: 'put-logo',
  async run(writer, { viewer: { accountId }, received, now }) {
    return { id: accountId, audit: await setLogo(writer, { ...received, now }) };
  },
  answer: (reader, { context }) => presentFace(reader, context.settings),
});

export const logoRemoval = act(calls.removeLogo, {
  who: editor,
  key: { kind: 'face', content: ({ params: { scheme } }) => [scheme, null] },
  audit: 'remove-logo',
  async run(writer, { viewer: { accountId }, params: { scheme }, now }) {
    return { id: accountId, audit: await setLogo(writer, { scheme, logo: null, now }) };
  },
  answer: (reader, { context }) => presentFace(reader, context.settings),
});

/** Undefined if no scheme has it. */
const logoNamed = ({ logos }: Face, file: string): Logo | undefined =>
  logoSchemes.map((scheme) => logos[scheme]).find((logo) => logo?.file === file) ?? undefined;

/** Opened as a page, a logo runs no script and loads nothing. */
const logoPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** For everyone, from memory. */
export function serveLogos(server: FastifyInstance, face: () => Face): void {
  server.get(logoAddress, async (request, reply) => {
    const logo = logoNamed(face(), (request.params as { file: string }).file);
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
