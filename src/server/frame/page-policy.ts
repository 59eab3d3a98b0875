import { createHash } from 'node:crypto';
import { permissionsPolicy } from '../platform/http/headers.ts';
import { policyReportsPath } from '../platform/http/policy-reports.ts';
import type { Settings } from '../platform/settings/settings.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { portalName } from '#contract/portal-name';
import { escapeHtml } from '#contract/escape-html';
import { toRefusal } from '../platform/http/error-handler.ts';
import { problemOf } from '../platform/http/http-errors.ts';

const frameSources = (hosts: readonly string[]) =>
  `frame-src ${["'self'", ...hosts.map((host) => `https://${host}`)].join(' ')}`;

/**
 * The Content Security Policy (CSP): own scripts, frames from the document hosts, nothing else from elsewhere.
 * @param scripts sources of inline scripts: a nonce, or hashes
 */
function pagePolicy(scripts: readonly string[], frameHosts: readonly string[]): string {
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...scripts].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    frameSources(frameHosts),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    `report-uri ${policyReportsPath}`,
  ].join('; ');
}

/** There is no Cross-Origin-Embedder-Policy: the documents of FRAME_HOSTS do not allow to be embedded so. */
export function pageHeaders(
  scripts: readonly string[],
  { frameHosts, publicUrl }: Pick<Settings, 'frameHosts' | 'publicUrl'>,
): Record<string, string> {
  const policy = pagePolicy(scripts, frameHosts);
  // Browsers with `report-to` ignore `report-uri`, and report by https only.
  if (publicUrl?.protocol !== 'https:')
    return { 'Content-Security-Policy': policy, 'Permissions-Policy': permissionsPolicy };
  return {
    'Content-Security-Policy': `${policy}; report-to policy`,
    'Permissions-Policy': permissionsPolicy,
    'Reporting-Endpoints': `policy="${policyReportsPath}"`,
  };
}

/** Of pages that only show something: nothing runs, nothing is sent. Own documents in frames still open. */
export function inertHeaders({ frameHosts }: Pick<Settings, 'frameHosts'>): Record<string, string> {
  const policy = [
    // `scripting: none` and `noscript` apply, as without scripts.
    'sandbox allow-same-origin allow-downloads allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    frameSources(frameHosts),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return {
    'Content-Security-Policy': policy,
    'Permissions-Policy': permissionsPolicy,
    'Cache-Control': 'no-store',
    // A change that such a page sends is known by it.
    'Referrer-Policy': 'same-origin',
  };
}

export function nonceSource(nonce: string): string {
  return `'nonce-${nonce}'`;
}

/** Readers must not share a nonce, so shared pages allow scripts by hash. A script without the nonce does not run. */
export function hashScripts(html: string, nonce: string): { html: string; scripts: string[] } {
  const attribute = ` nonce="${nonce}"`;
  const scripts = new Set<string>();
  for (const part of html.split('<script').slice(1)) {
    const end = part.indexOf('>');
    if (!part.slice(0, end).includes(attribute)) continue;
    const code = part.slice(end + 1, part.indexOf('</script>'));
    scripts.add(`'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  }
  return { html: html.replaceAll(attribute, ''), scripts: [...scripts] };
}

type PlainPage = { title: string; why: unknown; /** HTML. */ hint: string };

/** Says why something was refused, with a page that needs nothing of what may have failed. */
export function sendPlainPage(
  request: FastifyRequest,
  reply: FastifyReply,
  settings: Pick<Settings, 'academyName' | 'frameHosts' | 'publicUrl'>,
  { title, why, hint }: PlainPage,
): FastifyReply {
  const refusal = toRefusal(why, request);
  const { message } = problemOf(refusal, request.id);
  const { status, retryAfter } = refusal;
  if (retryAfter !== undefined) reply.header('Retry-After', String(retryAfter));
  return reply.code(status).headers({
    'Content-Type': 'text/html; charset=utf-8',
    ...pageHeaders([], settings),
    'Cache-Control': 'no-store',
  }).send(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${escapeHtml(portalName(settings.academyName))}</title>
<style>body{max-width:36rem;margin:4rem auto;padding:0 1rem;font:1.0625rem/1.6 system-ui,sans-serif}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p role="alert">${escapeHtml(message)}</p>
<p>${hint}</p>
</main>
</body>
</html>
`);
}

/** Answers a form whose page could not be rendered. The browser keeps the typed text on the previous page. */
export function sendFormFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  settings: Pick<Settings, 'academyName' | 'frameHosts' | 'publicUrl'>,
  why: unknown,
): FastifyReply {
  return sendPlainPage(request, reply, settings, {
    title: 'Your form was not sent',
    why,
    hint: 'Go back in your browser: your text is still there. Then send it again.',
  });
}
