import type { FastifyRequest } from 'fastify';
import { batchKey } from '#contract/limits';
import { mentorsBatch } from '../accounts/policy.ts';
import type { Viewer } from '../accounts/sessions/viewer.ts';
import { batchFormerlyNamed } from '../courses/batch-queries.ts';
import type { Reader } from '../platform/database/database.ts';

/** The name of a batch in a page's address, where a screen's pattern or its query has one. */
function batchInAddress({ params, query }: FastifyRequest): string | undefined {
  const name = (params as { batch?: string }).batch ?? (query as { batch?: unknown }).batch;
  return typeof name === 'string' ? name : undefined;
}

function withBatch(request: FastifyRequest, name: string): string {
  const [path = '', search] = request.url.split(/\?(.*)/s, 2);
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
 * The address of a page under the present name of its batch, where it has a former one. Null for a batch that the reader may not
 * see: its name leads nowhere, as an unknown one. Visitors see the batches that are open for signup.
 */
export async function presentAddress(
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
