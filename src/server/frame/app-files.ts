import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ShownAppearance } from '#contract/catalogue/appearance';
import { portalName } from '#contract/portal-name';
import { appFiles } from '#contract/screens';
import { dayMs } from '#contract/durations';
import type { AppContext } from '../platform/context.ts';
import {
  compressText,
  precompress,
  sendPrecompressed,
  type PrecompressedResponse,
} from '../platform/http/compressed.ts';
import { hashedCaching } from '../platform/http/built-files.ts';
import { headersOf } from '../platform/http/headers.ts';
import type { Settings } from '../platform/settings/settings.ts';
import type { PageBuild } from './page-build.ts';

/** The service worker may only fetch from the portal. */
const workerPolicy = "default-src 'none'; connect-src 'self'";

/** Depends on build and settings only, so that all machines serve the same worker. */
function shellRevision(
  { version }: PageBuild,
  settings: Settings,
  appearance: ShownAppearance | null,
): string {
  const { academyName, officeContact, academyZone, maxUploadBytes, frameHosts, smtpUrl, demo } = settings;
  return createHash('sha256')
    .update(
      JSON.stringify([
        version,
        academyName,
        academyZone,
        maxUploadBytes,
        frameHosts,
        smtpUrl !== null,
        officeContact,
        appearance,
        demo,
      ]),
    )
    .digest('base64url')
    .slice(0, 16);
}

function manifestOf(academyName: string, appearance: ShownAppearance | null) {
  const logo = appearance?.logo.light;
  const icon = (size: number, purpose: string, name = `icon-${size}`) => ({
    src: `/icons/${name}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return {
    id: '/',
    name: portalName(academyName),
    short_name: academyName,
    description: 'Your project, week by week: submit work, ask questions, read your marks.',
    start_url: '/StudentDashboard',
    scope: '/',
    display: 'standalone',
    background_color: '#fffdf9',
    theme_color: '#fffdf9',
    icons: [
      ...(logo ? [{ src: logo, sizes: 'any', purpose: 'any' }] : []),
      icon(192, 'any'),
      icon(512, 'any'),
      icon(512, 'maskable', 'icon-maskable-512'),
    ],
  };
}

export async function serveAppFiles(
  server: FastifyInstance,
  { settings }: Pick<AppContext, 'settings'>,
  build: PageBuild,
  { shell, appearance }: { shell: () => PrecompressedResponse; appearance: () => ShownAppearance | null },
): Promise<{ refresh(): Promise<void> }> {
  const common = headersOf(settings);
  const ready = async (text: string, headers: Record<string, string>) =>
    precompress(await compressText(text, build.compression), { ...common, ...headers });
  const make = async () => ({
    worker: await ready(
      `self.shellRevision=${JSON.stringify(shellRevision(build, settings, appearance()))};\n${build.worker}`,
      {
        'Content-Type': 'text/javascript; charset=utf-8',
        'Content-Security-Policy': workerPolicy,
        'Cache-Control': 'no-cache',
      },
    ),
    manifest: await ready(JSON.stringify(manifestOf(settings.academyName, appearance())), {
      'Content-Type': 'application/manifest+json; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
    }),
  });
  let files = await make();
  server.get(appFiles.worker, (request, reply) => sendPrecompressed(request, reply, files.worker));
  server.get(appFiles.manifest, (request, reply) => sendPrecompressed(request, reply, files.manifest));
  server.get(appFiles.shell, (request, reply) => sendPrecompressed(request, reply, shell()));
  return {
    async refresh() {
      files = await make();
    },
  };
}

/** RFC 9116: less than a year. */
const validMs = 180 * dayMs;

/** RFC 9116. Expires half a year after the request, so that an abandoned portal promises nothing. */
export function serveSecurityTxt(
  server: FastifyInstance,
  { settings, clock }: Pick<AppContext, 'settings' | 'clock'>,
): void {
  const { securityContacts, publicUrl } = settings;
  if (securityContacts.length === 0) return;
  const path = '/.well-known/security.txt';
  server.get(path, async (_request, reply) => {
    const today = Math.floor(clock.now() / dayMs) * dayMs;
    const lines = [
      ...securityContacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${new Date(today + validMs).toISOString()}`,
      'Preferred-Languages: en',
      ...(publicUrl === null ? [] : [`Canonical: ${publicUrl.origin}${path}`]),
    ];
    return reply
      .type('text/plain; charset=utf-8')
      .header('Cache-Control', 'public, max-age=86400')
      .send(`${lines.join('\n')}\n`);
  });
}

export function serveBuiltFiles(
  server: FastifyInstance,
  { files }: PageBuild,
  common: Record<string, string>,
): void {
  for (const [url, { type, compressed }] of files) {
    const isHashed = url.startsWith('/assets/');
    const caching = isHashed ? hashedCaching : 'public, max-age=3600';
    const file = precompress(compressed, { ...common, 'Content-Type': type, 'Cache-Control': caching });
    server.get(url, (request, reply) => sendPrecompressed(request, reply, file));
  }
}
