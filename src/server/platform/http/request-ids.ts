import { randomBytes } from 'node:crypto';
import type { IsTrusted } from './limits/trusted-proxies.ts';

/** The header in which a request's id arrives and is answered. */
export const requestIdHeader = 'X-Request-Id';

/**
 * What an id that came with a request may look like: short, and of characters that neither a log nor a person who quotes
 * it can misread.
 */
const wellFormed = /^[\w.:-]{1,64}$/;

/** What a generator of ids looks at; a request that no parser understood brings nothing. */
type Arriving = {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  socket?: { remoteAddress?: string | undefined };
};

export type RequestIds = (request?: Arriving) => string;

/**
 * Generator of request ids that are unique across processes. One that a trusted proxy gave to the request is taken over, so
 * that one id finds it in the proxy's log, too; anybody else's is ignored: it could be somebody else's, or endless.
 */
export function makeRequestIds(isTrusted: IsTrusted): RequestIds {
  const process = randomBytes(4).toString('hex');
  let count = 0;
  return (request) => {
    const given = request?.headers['x-request-id'];
    if (typeof given === 'string' && wellFormed.test(given) && isTrusted(request?.socket?.remoteAddress))
      return given;
    return `${process}-${(++count).toString(36)}`;
  };
}
