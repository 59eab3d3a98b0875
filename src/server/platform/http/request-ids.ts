import { randomBytes } from 'node:crypto';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyRequest } from 'fastify';
import type { Settings } from '../settings/settings.ts';

/**
 * Once: without TRUST_PROXY everybody behind a proxy shares its address, and one person's failed logins lock
 * out all.
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

/** @param hop 0 for the connection's peer, 1 for the address it names, and so on */
type TrustProxy = (address: string, hop: number) => boolean;

/** Of a proxy with `X-Forwarded-*` and `X-Request-Id`. */
type IsTrusted = (address: string | undefined) => boolean;

/** For the framework a bare number means no trust. */
export function trustedProxies(trustProxy: Settings['trustProxy']): TrustProxy | false {
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy;
  if (typeof trustProxy !== 'string') return false;
  return proxyAddr.compile(trustProxy.split(',').map((address) => address.trim()));
}

export function trustedPeers(trustProxy: Settings['trustProxy']): IsTrusted {
  const isTrusted = trustedProxies(trustProxy);
  return (address) => isTrusted !== false && address !== undefined && isTrusted(address, 0);
}

export const requestIdHeader = 'X-Request-Id';

/** Characters that are safe in logs and quotations. */
const wellFormed = /^[\w.:-]{1,64}$/;

/** Without headers for a request that was not parsed. */
type Arriving = {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  socket?: { remoteAddress?: string | undefined };
};

export type RequestIds = (request?: Arriving) => string;

/**
 * Unique across processes. A trusted proxy's id is kept, so that both logs share it; others could repeat ids
 * or be endless.
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
