import { randomBytes } from 'node:crypto';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyRequest } from 'fastify';
import type { Settings } from '../settings/settings.ts';

/**
 * Warns once, at the first request through a proxy, that TRUST_PROXY is unset: everybody behind the proxy then
 * shares its address, and one person's failed logins lock out all.
 */
export function proxyHint(): (request: FastifyRequest) => void {
  let isSaid = false;
  return ({ headers, ip, log }) => {
    if (isSaid || headers['x-forwarded-for'] === undefined) return;
    isSaid = true;
    log.warn(
      { proxy: ip },
      'a request came with X-Forwarded-For, and TRUST_PROXY is unset: rate limits then count everybody behind a proxy as one; set it to 1 or to the address of the proxy, or to false when there is none',
    );
  };
}

/**
 * Whether the headers of a proxy count.
 * @param hop 0 for the peer of the connection, 1 for the address that the peer names, and so on
 */
type TrustProxy = (address: string, hop: number) => boolean;

/** Whether a peer is a proxy whose `X-Forwarded-*` and `X-Request-Id` count. */
type IsTrusted = (address: string | undefined) => boolean;

/** The proxies that the setting TRUST_PROXY names, or counts; the framework takes a bare number for no trust at all. */
export function trustedProxies(trustProxy: Settings['trustProxy']): TrustProxy | false {
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy;
  if (typeof trustProxy !== 'string') return false;
  return proxyAddr.compile(trustProxy.split(',').map((address) => address.trim()));
}

export function trustedPeers(trustProxy: Settings['trustProxy']): IsTrusted {
  const isTrusted = trustedProxies(trustProxy);
  return (address) => isTrusted !== false && address !== undefined && isTrusted(address, 0);
}

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
