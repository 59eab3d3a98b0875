import type { FastifyRequest } from 'fastify';
import { batchKey } from '#contract/limits';
import { addressOfInvitations, formerInvitations } from '#contract/people/people-view';
import { homeOf, safeNext } from '#contract/screens';
import { signedInScreens } from '#contract/signed-in-screens';
import { mentorsBatch } from '../accounts/policy.ts';
import type { Viewer } from '../accounts/sessions/viewer.ts';
import { batchFormerlyNamed } from '../courses/batch-queries.ts';
import type { Reader } from '../platform/database/database.ts';

/** Public pages are found regardless of case and a slash at the end. */
export function normalizePublicPath(url: string): string {
  const path = (url.split('?', 1)[0] ?? '').toLowerCase();
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** At the first `?`; later ones belong to the query. */
const splitAddress = (url: string) => url.split(/\?(.*)/s, 2);

/** The address of a signed-in screen as the specification writes it, for one in another case; else null. */
export function inSpecifiedCase(url: string): string | null {
  const [path = '', search] = splitAddress(url);
  const parts = path.replace(/\/+$/, '').split('/');
  for (const { pattern } of signedInScreens) {
    const expected = pattern.split('/');
    const fits = expected.every((part, i) => {
      const other = parts[i];
      return (
        other !== undefined &&
        (part.startsWith(':') ? other !== '' : part.toLowerCase() === other.toLowerCase())
      );
    });
    if (!fits || expected.length !== parts.length) continue;
    const canonical = expected.map((part, i) => (part.startsWith(':') ? parts[i] : part)).join('/');
    if (canonical !== path) return search === undefined ? canonical : `${canonical}?${search}`;
  }
  return null;
}

/** Of a screen that another one has taken in; else null. */
export function movedAddress(url: string): string | null {
  if (normalizePublicPath(url) !== formerInvitations) return null;
  return addressOfInvitations(new URLSearchParams(splitAddress(url)[1]));
}

function batchInAddress({ params, query }: FastifyRequest): string | undefined {
  const name = (params as { batch?: string }).batch ?? (query as { batch?: unknown }).batch;
  return typeof name === 'string' ? name : undefined;
}

function withBatch(request: FastifyRequest, name: string): string {
  const [path = '', search] = splitAddress(request.url);
  if ((request.params as { batch?: string }).batch === undefined) {
    const query = new URLSearchParams(search);
    query.set('batch', name);
    return `${path}?${query.toString()}`;
  }
  const pattern = (request.routeOptions.url ?? '').split('/');
  const parts = path.split('/').map((part, i) => (pattern[i] === ':batch' ? encodeURIComponent(name) : part));
  return parts.join('/') + (search === undefined ? '' : `?${search}`);
}

/**
 * The current address of a page whose batch has been renamed; null for batches that the reader may not see. Visitors see
 * batches that are open for signup.
 */
export async function currentAddress(
  database: Reader,
  request: FastifyRequest,
  viewer: Viewer | null,
): Promise<string | null> {
  const name = batchInAddress(request);
  if (name === undefined) return null;
  const known = viewer === null ? [] : [...(viewer.batch === null ? [] : [viewer.batch]), ...viewer.batches];
  if (known.some((batch) => batchKey(batch.name) === batchKey(name))) return null;
  const batch = await batchFormerlyNamed(database, name);
  if (batch === undefined) return null;
  const maySee =
    viewer === null ? batch.is_open === 1 : viewer.batch?.id === batch.id || mentorsBatch(viewer, batch.id);
  return maySee ? withBatch(request, batch.name) : null;
}

export function addressAfterLogin(request: FastifyRequest, viewer: Viewer): string {
  const { next } = request.query as { next?: string | string[] };
  return (
    safeNext(typeof next === 'string' ? next : null) ??
    homeOf({ role: viewer.role, ...(viewer.isExaminer && { examiner: true }) })
  );
}
