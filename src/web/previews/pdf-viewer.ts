import { getDocument, TextLayer, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist';
// pdf.js's worker code, found by a global name: a document without an origin cannot start workers.
import 'pdfjs-dist/build/pdf.worker.mjs';
import { failureWords, pageCountWords, shownPages } from './pdf-words.ts';

/** Of a drawn page. */
const mostPixels = 4_000_000;
/** Larger images are not drawn. */
const mostImagePixels = 64_000_000;
/** Larger files load only the parts in view. */
const wholeBytes = 20_971_520;

const pages = document.querySelector<HTMLElement>('#pages') as HTMLElement;
const status = document.querySelector<HTMLElement>('#status') as HTMLElement;

/** A page, drawn only while it is near the window: memory does not grow with the file. */
class PageView {
  readonly element = document.createElement('section');
  readonly #canvas = document.createElement('canvas');
  readonly #words = document.createElement('div');
  readonly #file: PDFDocumentProxy;
  readonly #number: number;
  #page: PDFPageProxy | null = null;
  #isDrawn = false;

  constructor(file: PDFDocumentProxy, number: number, ratio: number) {
    this.#file = file;
    this.#number = number;
    this.element.className = 'page';
    this.element.setAttribute('aria-label', `Page ${number}`);
    this.element.style.aspectRatio = String(ratio);
    this.#canvas.setAttribute('aria-hidden', 'true');
    this.#words.className = 'words';
    this.element.append(this.#canvas, this.#words);
  }

  async draw(): Promise<void> {
    if (this.#isDrawn) return;
    this.#isDrawn = true;
    const page = (this.#page ??= await this.#file.getPage(this.#number));
    const plain = page.getViewport({ scale: 1 });
    this.element.style.aspectRatio = String(plain.width / plain.height);
    this.fit();
    const wanted = (this.element.clientWidth / plain.width) * devicePixelRatio;
    const scale = Math.min(wanted, Math.sqrt(mostPixels / (plain.width * plain.height)));
    const viewport = page.getViewport({ scale });
    this.#canvas.width = Math.max(1, Math.floor(viewport.width));
    this.#canvas.height = Math.max(1, Math.floor(viewport.height));
    await page.render({ canvas: this.#canvas, viewport }).promise;
    if (this.#words.childElementCount === 0) {
      const textContentSource = page.streamTextContent();
      await new TextLayer({ textContentSource, container: this.#words, viewport: plain }).render();
    }
    this.element.dataset['drawn'] = '';
  }

  /** Scales the selectable text to the drawing. */
  fit(): void {
    if (this.#page === null) return;
    const { width } = this.#page.getViewport({ scale: 1 });
    this.element.style.setProperty('--total-scale-factor', String(this.element.clientWidth / width));
  }

  wipe(): void {
    this.#canvas.width = 0;
    this.#canvas.height = 0;
    this.#isDrawn = false;
    delete this.element.dataset['drawn'];
    this.#page?.cleanup();
  }
}

function show(file: PDFDocumentProxy, ratio: number): void {
  const views = new Map<Element, PageView>();
  for (let number = 1; number <= Math.min(file.numPages, shownPages); number += 1) {
    const view = new PageView(file, number, ratio);
    views.set(view.element, view);
  }
  const watch = (rootMargin: string, seen: (view: PageView, isNear: boolean) => void) => {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) seen(views.get(target) as PageView, isIntersecting);
      },
      // Without a root, margins are ignored inside a frame.
      { root: document, rootMargin },
    );
    for (const element of views.keys()) observer.observe(element);
  };
  pages.append(...views.keys());
  watch('300px', (view, isNear) => {
    if (isNear) view.draw().catch(fail);
  });
  watch('3000px', (view, isNear) => {
    if (!isNear) view.wipe();
  });
  new ResizeObserver(() => {
    for (const view of views.values()) view.fit();
  }).observe(pages);
}

function fail(error: unknown): void {
  status.textContent = failureWords(error);
}

async function open(): Promise<void> {
  const isLarge = Number(pages.dataset['bytes']) > wholeBytes;
  const task = getDocument({
    url: 'bytes',
    disableAutoFetch: isLarge,
    disableStream: isLarge,
    enableXfa: false,
    useWasm: false,
    useWorkerFetch: false,
    maxImageSize: mostImagePixels,
    verbosity: 0,
  });
  const file = await task.promise;
  const [, , width = 1, height = 1] = (await file.getPage(1)).view;
  show(file, width / height);
  status.textContent = pageCountWords(file.numPages);
}

open().catch(fail);
