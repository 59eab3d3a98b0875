import type { FastifyInstance } from 'fastify';
import { minuteMs } from '#contract/durations';
import { publicScreens } from '#contract/screens';
import { signedInScreens } from '#contract/signed-in-screens';
import type { AppContext } from '../context.ts';
import { countsBy } from '../metrics/metric-registry.ts';
import { httpErrors } from './http-errors.ts';
import { networkOf } from './limits/network-of.ts';
import { logSecurityEvent } from './security-log.ts';

export const policyReportsPath = '/api/policy-reports';

/** Ten times the longest report. */
const maxBytes = 16_384;
const maxReports = 10;
/** A minute: more reports say nothing new. */
const limits = { ofNetwork: 20, inAll: 200 };

const directives = new Set(
  'default-src script-src script-src-elem script-src-attr style-src style-src-elem style-src-attr img-src font-src connect-src worker-src manifest-src frame-src child-src object-src media-src base-uri form-action frame-ancestors'.split(
    ' ',
  ),
);
const keywords = new Set(['inline', 'eval', 'wasm-eval', 'self', 'data', 'blob', 'about', 'filesystem']);
const pages = new Set(
  [...publicScreens, ...signedInScreens].map(({ pattern }) => pattern.split('/')[1] ?? ''),
);

type Violation = { directive: string; blocked: string; page: string };

/** Known names and the blocked host: addresses may contain tokens. */
function violationOf(directive: unknown, blocked: unknown, page: unknown): Violation {
  const name = String(directive).split(' ')[0] ?? '';
  const [scheme] = String(blocked).split(':');
  const url = URL.parse(String(blocked));
  const host = url !== null && url.host !== '' && /^(?:https?|wss?):$/.test(url.protocol) ? url.host : null;
  const path = URL.parse(String(page))?.pathname.split('/')[1];
  return {
    directive: directives.has(name) ? name : 'other',
    blocked: host ?? (keywords.has(scheme ?? '') ? (scheme as string) : 'other'),
    page: path !== undefined && pages.has(path) ? `/${path}` : 'other',
  };
}

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Reporting API, or `report-uri` in older browsers. */
function violationsIn(body: unknown): Violation[] {
  const reports: unknown[] = Array.isArray(body) ? body.slice(0, maxReports) : [body];
  return reports.flatMap((report) => {
    if (!isFields(report)) return [];
    const old = report['csp-report'];
    if (isFields(old)) {
      const directive = old['effective-directive'] ?? old['violated-directive'];
      return violationOf(directive, old['blocked-uri'], old['document-uri']);
    }
    const { type, body: own } = report;
    if (type !== 'csp-violation' || !isFields(own)) return [];
    return violationOf(own['effectiveDirective'], own['blockedURL'], own['documentURL']);
  });
}

function makeCounter(now: () => number) {
  let began = -Infinity;
  let all = 0;
  let ofNetwork = new Map<string, number>();
  return (network: string): boolean => {
    if (Math.abs(now() - began) >= minuteMs) [began, all, ofNetwork] = [now(), 0, new Map()];
    const count = ofNetwork.get(network) ?? 0;
    if (count >= limits.ofNetwork || all >= limits.inAll) return false;
    ofNetwork.set(network, count + 1);
    all += 1;
    return true;
  };
}

/** Bounded, and without logging their text, since anyone may send them. */
export function takePolicyReports(server: FastifyInstance, { clock, metrics }: AppContext): void {
  const mayCome = makeCounter(() => clock.now());
  const counts = new Map<string, number>();
  metrics.push({
    name: 'capstone_policy_reports_total',
    help: 'Reports of Content-Security-Policy violations, by directive; those beyond the limit as "refused"',
    type: 'counter',
    read: () => countsBy('directive', counts),
  });
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);

  void server.register(async (scope) => {
    const parseJson = scope.getDefaultJsonParser('error', 'error');
    scope.removeAllContentTypeParsers();
    const types = ['application/csp-report', 'application/reports+json', 'application/json'];
    scope.addContentTypeParser(types, { parseAs: 'string', bodyLimit: maxBytes }, parseJson);
    scope.post(
      policyReportsPath,
      {
        logLevel: 'warn',
        onRequest(request, _reply, done) {
          if (mayCome(networkOf(request.ip))) return done();
          count('refused');
          done(httpErrors.tooMany('Too many reports. Try again in a minute.', minuteMs / 1_000));
        },
      },
      async (request, reply) => {
        for (const violation of violationsIn(request.body)) {
          count(violation.directive);
          logSecurityEvent(request, 'policy-report', { detail: violation });
        }
        return reply.code(204).send();
      },
    );
  });
}
