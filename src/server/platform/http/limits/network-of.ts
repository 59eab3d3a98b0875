import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address of 45 characters with zone, port, brackets and quotes. */
const maxLength = 80;
const withPort = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/;

/**
 * Some proxies write ports, IPv6 brackets and quotes.
 * @returns without those and the zone; null for what is no address
 */
export function bareAddress(text: string): string | null {
  if (text.length > maxLength) return null;
  const unquoted = text.trim().replace(/^"(.*)"$/, '$1');
  const [, inBrackets, beforePort] = withPort.exec(unquoted) ?? [];
  const address = (inBrackets ?? beforePort ?? unquoted).replace(/%.*$/, '');
  return isIP(address) === 0 ? null : address;
}

/**
 * `X-Forwarded-For` as far as it names addresses, read from the nearest proxy: what is no address counts as the address of who
 * sent it, and so does everything before it.
 */
export function readableHops(header: string): string {
  const hops: string[] = [];
  for (const text of header.split(',').toReversed()) {
    const address = bareAddress(text);
    if (address === null) break;
    hops.unshift(address);
  }
  return hops.join(', ');
}

/** IPv4-mapped as IPv4; null if invalid. */
function parse(ip: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const address = bareAddress(ip);
  return address === null ? null : ipaddr.process(address);
}

const prefixOf = ({ parts }: ipaddr.IPv6, length: number): string =>
  parts
    .slice(0, length)
    .map((part) => part.toString(16))
    .join(':');

/**
 * IPv6 lines get whole /64 networks.
 * @param ip of the request
 * @returns an IPv4 address, `2001:db8:0:1::/64`, or `unknown`
 */
export function networkOf(ip: string): string {
  const address = parse(ip);
  return address instanceof ipaddr.IPv6 ? `${prefixOf(address, 4)}::/64` : (address?.toString() ?? 'unknown');
}

/**
 * For the log: names a provider or office, not a line.
 * @param ip of the request or `networkOf`
 * @returns `203.0.113.0/24` or `2001:db8:0::/48`
 */
export function shortenedAddress(ip: string): string {
  const address = parse(ip.replace(/\/64$/, ''));
  if (address instanceof ipaddr.IPv6) return `${prefixOf(address, 3)}::/48`;
  return address?.toString().replace(/\d+$/, '0/24') ?? 'unknown';
}
