import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isStaff, mentorsBatch } from '../accounts/policy.ts';
import { countRequest, viewerIfKnown } from '../accounts/sessions/register-endpoint.ts';
import type { AppContext } from '../platform/context.ts';
import type { Reader } from '../platform/database/database.ts';
import { refuse } from '../platform/http/limits/request-limit.ts';
import { portalLink } from '../platform/portal-link.ts';
import { qrPath } from '../platform/qr-path.ts';
import { localText } from '../platform/zoned-time.ts';
import { pictureOf } from './certificate-queries.ts';
import { layout1, type Paper } from './layouts/layout-1.ts';
import { findCertificate, presentCertificate } from './read-certificate.ts';
import { verifyPage } from './verify-page.ts';

/** By its number; a file is never changed once it is used. */
const layouts: Record<number, (paper: Paper) => string> = { 1: layout1 };

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Nothing keeps or finds a page whose address is a secret. */
const headers = {
  'Content-Security-Policy': policy,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
} as const;

const send = (reply: FastifyReply, html: string, status = 200) =>
  reply.status(status).headers(headers).type('text/html; charset=utf-8').send(html);

const numberIn = ({ params }: FastifyRequest): string => (params as { number: string }).number;

async function printed(
  db: Reader,
  settings: AppContext['settings'],
  { row, shown }: NonNullable<Awaited<ReturnType<typeof findCertificate>>>,
): Promise<string> {
  const layout = layouts[row.layout];
  if (layout === undefined) throw new Error(`There is no layout ${row.layout}`);
  const picture = await pictureOf(db, row.logo);
  const address = portalLink(settings, `/verify/${row.number}`);
  return layout({
    ...shown,
    number: row.number,
    address,
    qr: qrPath(address),
    logo: picture && `data:${picture.type};base64,${picture.bytes.toString('base64')}`,
  });
}

export function serveCertificatePages(server: FastifyInstance, context: AppContext): void {
  const { database, settings } = context;

  /** @throws 429 */
  async function admit(request: FastifyRequest) {
    const viewer = await viewerIfKnown(request, context);
    const excess = await countRequest({ request, context, viewer }, 'call');
    if (excess !== null) await refuse(request, excess);
    return viewer;
  }

  // For anybody: genuine, unknown or revoked, and all that the paper shows.
  server.get('/verify/:number', async (request, reply) => {
    await admit(request);
    const certificate = await presentCertificate(database.reader, numberIn(request));
    const dayOf = (instant: string) => localText(Date.parse(instant), settings.academyZone).slice(0, 10);
    const html = verifyPage(certificate, { academy: settings.academyName, dayOf });
    return send(reply, html, certificate.verdict === 'unknown' ? 404 : 200);
  });

  // The paper itself, for its holder and the staff.
  server.get('/certificates/:number', async (request, reply) => {
    const viewer = await admit(request);
    if (viewer === null)
      return reply.redirect(`/login?next=${encodeURIComponent(`/certificates/${numberIn(request)}`)}`, 302);
    const found = await findCertificate(database.reader, numberIn(request));
    const mayOpen =
      found !== undefined &&
      (found.row.accountId === viewer.accountId ||
        (isStaff(viewer) && mentorsBatch(viewer, found.row.batchId)));
    if (!mayOpen) {
      const unknown = await presentCertificate(database.reader, '');
      const page = { ...unknown, number: numberIn(request) };
      return send(reply, verifyPage(page, { academy: settings.academyName, dayOf: String }), 404);
    }
    if (found.row.revokedAt !== null) return reply.redirect(`/verify/${found.row.number}`, 302);
    return send(reply, await printed(database.reader, settings, found));
  });
}
