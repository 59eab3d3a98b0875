import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { certificateKinds } from '#contract/certificates/wording';
import { isStaff, mentoredBatchNamed, mentorsBatch, mustSetUpFactor } from '../accounts/policy.ts';
import { countRequest, viewerIfKnown } from '../accounts/sessions/register-endpoint.ts';
import type { AppContext } from '../platform/context.ts';
import type { Reader } from '../platform/database/database.ts';
import { refuse } from '../platform/http/limits/request-limit.ts';
import { localText } from '../platform/zoned-time.ts';
import { pictureOf } from './certificate-queries.ts';
import type { ReadLogo } from './issue-certificates.ts';
import { previewPaper } from './preview-paper.ts';
import { printPaper } from './print-paper.ts';
import { findCertificate, presentCertificate } from './read-certificate.ts';
import { verifyPage } from './verify-page.ts';

const policyIn = (ancestors: "'none'" | "'self'") =>
  `default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors ${ancestors}`;

/** Nothing keeps or finds a page whose address is a secret. */
const headers = {
  'Content-Security-Policy': policyIn("'none'"),
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
} as const;

const send = (reply: FastifyReply, html: string, status = 200, more: Record<string, string> = {}) =>
  reply
    .status(status)
    .headers({ ...headers, ...more })
    .type('text/html; charset=utf-8')
    .send(html);

const noPreview =
  '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Preview</title><p style="font: 1rem/1.5 system-ui, sans-serif">There is no student with a project in this batch yet.';

const numberIn = ({ params }: FastifyRequest): string => (params as { number: string }).number;

async function printed(
  db: Reader,
  settings: AppContext['settings'],
  { row, shown }: NonNullable<Awaited<ReturnType<typeof findCertificate>>>,
): Promise<string> {
  const { layout, number } = row;
  const [logo, background] = [await pictureOf(db, row.logo), await pictureOf(db, row.background)];
  return printPaper(settings, { layout, number, shown, logo, background });
}

export function serveCertificatePages(
  server: FastifyInstance,
  context: AppContext,
  readLogo: ReadLogo,
): void {
  const { database, settings } = context;

  /** @throws 429 */
  async function admit(request: FastifyRequest) {
    const viewer = await viewerIfKnown(request, context);
    const excess = await countRequest({ request, context, viewer }, 'call');
    if (excess !== null) await refuse(request, excess);
    return viewer;
  }

  /** Signed in, as calls require it; otherwise it has redirected. */
  async function admitUser(request: FastifyRequest, reply: FastifyReply) {
    const viewer = await admit(request);
    if (viewer !== null && !mustSetUpFactor(viewer, settings)) return viewer;
    const next = encodeURIComponent(request.url);
    reply.headers(headers).redirect(viewer === null ? `/login?next=${next}` : '/account', 302);
    return null;
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
    const viewer = await admitUser(request, reply);
    if (viewer === null) return reply;
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

  // For the office, in the screen where the words are set: as papers would be now, and nothing issued.
  server.get('/certificates/preview/:kind', async (request, reply) => {
    const viewer = await admitUser(request, reply);
    if (viewer === null) return reply;
    const kind = certificateKinds.find((one) => one === (request.params as { kind: string }).kind);
    const { batch: named = '', s_id: email } = request.query as { batch?: string; s_id?: string };
    const batch =
      viewer.role === 'administrator' && typeof named === 'string' && !named.includes('\0')
        ? await mentoredBatchNamed(viewer, named, database.reader)
        : undefined;
    const html = kind && batch && (await previewPaper(context, readLogo, { batch, kind, email }));
    return send(reply, html || noPreview, html ? 200 : 404, {
      'Content-Security-Policy': policyIn("'self'"),
    });
  });
}
