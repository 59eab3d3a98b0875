import type { HttpError } from '../../platform/http/http-errors.ts';
import type { RequestOf } from '../../platform/http/register-endpoint.ts';
import { countForNetwork } from '../../platform/http/limits/request-limit.ts';
import { deviceTokenOf } from './cookies.ts';
import { accountOfDevice } from './known-devices.ts';
import type { Viewer } from './viewer.ts';

/**
 * Counts a request for its account, or for its network without a session. Where others of that network have used up its limit,
 * a known device still gets through to the login.
 * @returns 429 with Retry-After beyond the limit
 */
export async function countRequest(of: RequestOf<Viewer>, cost: number): Promise<HttpError | null> {
  const { request, context, viewer } = of;
  const { requestLimit } = request.server;
  if (viewer !== null) {
    const kind = viewer.role === 'student' ? 'student' : 'staff';
    return requestLimit({ kind, id: viewer.accountId }, cost);
  }
  const excess = countForNetwork(of, cost);
  if (excess === null) return null;
  const token = deviceTokenOf(request, context.settings);
  const account = token && (await accountOfDevice(context, token));
  return account ? requestLimit({ kind: 'device', id: account }, cost) : excess;
}
