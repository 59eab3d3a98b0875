import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '#contract/escape-html';
import type { Settings } from '../platform/settings/settings.ts';
import { toRefusal } from '../platform/http/error-handler.ts';
import { problemOf } from '../platform/http/http-errors.ts';
import { pageHeaders } from './page-policy.ts';

/**
 * Answers a form whose page could not be rendered, with a page that needs nothing of what may have failed. The browser
 * keeps the typed text on the previous page.
 */
export function sendFormFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  settings: Pick<Settings, 'academyName' | 'frameHosts' | 'publicUrl'>,
  why: unknown,
): FastifyReply {
  const refusal = toRefusal(why, request);
  const { message } = problemOf(refusal, request.id);
  const { status, retryAfter } = refusal;
  if (retryAfter !== undefined) reply.header('Retry-After', String(retryAfter));
  const title = `Your form was not sent · ${escapeHtml(settings.academyName)} Capstone`;
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
<title>${title}</title>
<style>body{max-width:36rem;margin:4rem auto;padding:0 1rem;font:1.0625rem/1.6 system-ui,sans-serif}</style>
</head>
<body>
<main>
<h1>Your form was not sent</h1>
<p role="alert">${escapeHtml(message)}</p>
<p>Go back in your browser: your text is still there. Then send it again.</p>
</main>
</body>
</html>
`);
}
