import type { PageRenderer, PageRequest, RenderedPage } from '#contract/page-rendering';
import { notFoundPath, publicPaths } from '#contract/screens';
import type { AppContext } from '../platform/context.ts';
import { compressText, precompress, type PrecompressedResponse } from '../platform/http/compressed.ts';
import { headersOf } from '../platform/http/headers.ts';
import type { PageBuild } from './page-build.ts';
import { hashScripts, pageHeaders } from './page-policy.ts';
import { publicPageRequest, type PageSources } from './page-request.ts';

/** The same for all readers: rendered and compressed once, and sent from memory. */
export type PublicPages = {
  byPath: ReadonlyMap<string, PrecompressedResponse>;
  notFound: PrecompressedResponse;
  shell: PrecompressedResponse;
};

/** @throws so that a portal without public pages does not start */
export async function renderPublicPages(
  { settings }: Pick<AppContext, 'settings'>,
  renderer: PageRenderer,
  sources: PageSources,
  { styles: inlineStyles, compression }: Pick<PageBuild, 'styles' | 'compression'>,
): Promise<PublicPages> {
  async function make(
    url: string,
    render: (page: PageRequest) => Promise<RenderedPage>,
    caching = 'no-cache',
  ): Promise<PrecompressedResponse> {
    const errors: unknown[] = [];
    const page = publicPageRequest(url, sources, {
      inlineStyles,
      onError: (error) => errors.push(error),
    });
    const { status, html: rendered } = await render(page);
    if (!Buffer.isBuffer(rendered) || status >= 500 || errors.length > 0)
      throw new Error(`${url} could not be rendered`, { cause: errors[0] });
    const { html, scripts } = hashScripts(rendered.toString(), page.nonce);
    return precompress(compressText(html, compression), {
      ...headersOf(settings),
      'Content-Type': 'text/html; charset=utf-8',
      ...pageHeaders(scripts, settings),
      'Cache-Control': caching,
    });
  }
  const render = (page: PageRequest) => renderer.render(page, Infinity);
  const byPath = new Map<string, PrecompressedResponse>();
  for (const url of [...publicPaths, ...sources.listTexts()]) byPath.set(url, await make(url, render));
  return {
    byPath,
    notFound: await make(notFoundPath, render),
    shell: await make(notFoundPath, (page) => renderer.renderShell(page), 'no-store'),
  };
}
