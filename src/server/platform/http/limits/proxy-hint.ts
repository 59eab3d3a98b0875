import type { FastifyRequest } from 'fastify';

/**
 * Looks at requests until one of them comes through a proxy, and then says once that the operator has not told whether it
 * is to be trusted: without that, whoever comes through it has the proxy's address, and one person's failed logins lock out
 * everybody.
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
