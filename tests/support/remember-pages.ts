import type { PageRenderer, PageRequest, RenderedPage } from '#contract/page-rendering';
import { isFresh } from './taken-database.ts';

const reading = ['readCatalogue', 'readHomeWords', 'readLink', 'readSetUp', 'readText', 'listTexts'] as const;
type Read = { name: (typeof reading)[number]; given: unknown[]; answer: unknown };
type Remembered = { reads: Read[]; nonce: string; page: RenderedPage; html: string };

const remembered = new Map<string, Remembered[]>();

const ask = (page: PageRequest, { name, given }: Omit<Read, 'answer'>): unknown =>
  (page[name] as (...given: unknown[]) => unknown)(...given);

/** Hands a page on, and writes down all that is read for it. */
function watch(page: PageRequest): { watched: PageRequest; reads: Read[] } {
  const reads: Read[] = [];
  const own = reading.map((name) => [
    name,
    (...given: unknown[]) => {
      const answer = ask(page, { name, given });
      reads.push({ name, given, answer });
      return answer;
    },
  ]);
  return { watched: { ...page, ...Object.fromEntries(own) }, reads };
}

async function readsTheSame(page: PageRequest, { reads }: Remembered): Promise<boolean> {
  const answers = await Promise.all(reads.map(async (read) => [await ask(page, read), await read.answer]));
  return answers.every(([now, before]) => JSON.stringify(now) === JSON.stringify(before));
}

/**
 * Each portal renders a dozen public pages at its start, in 0.2 s of processor. Where the request and all that is
 * read for it are those of an earlier portal, its page is taken, with the request's own nonce.
 */
export function rememberPages(renderer: PageRenderer): PageRenderer {
  async function render(page: PageRequest, how: (page: PageRequest) => Promise<RenderedPage>) {
    if (isFresh || page.user !== null) return how(page);
    const { url, site, now, inlineStyles, nonce } = page;
    const key = JSON.stringify([how.name, url, site, now, inlineStyles === null]);
    const known = remembered.get(key) ?? [];
    for (const one of known)
      if (await readsTheSame(page, one))
        return { ...one.page, html: Buffer.from(one.html.replaceAll(one.nonce, nonce)) };
    const { watched, reads } = watch(page);
    let hasFailed = false;
    const onError = (error: unknown) => {
      hasFailed = true;
      page.onError(error);
    };
    const made = await how({ ...watched, onError });
    if (Buffer.isBuffer(made.html) && made.status < 500 && !hasFailed)
      remembered.set(key, [...known, { reads, nonce, page: made, html: made.html.toString() }]);
    return made;
  }
  return {
    render(page, maxBytes) {
      const whole = (one: PageRequest) => renderer.render(one, maxBytes);
      return maxBytes === Infinity ? render(page, whole) : whole(page);
    },
    renderShell(page) {
      const shell = (one: PageRequest) => renderer.renderShell(one);
      return render(page, shell);
    },
  };
}
