import proxyAddr from '@fastify/proxy-addr';
import type { Settings } from '../../settings/settings.ts';
import type { FastifyRequest } from 'fastify';

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
export type IsTrusted = (address: string | undefined) => boolean;

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
